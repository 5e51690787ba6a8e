import type { PanelContext } from '../context.ts';

/** Debounce of announcements, in milliseconds, so that typing causes one. */
export const ANNOUNCE_DELAY = 600;
/** Time after which a running search is called slow, in milliseconds. */
export const SLOW_DELAY = 1000;

/** Return the message about the state of the search for the live region, and its delay in milliseconds. */
export function readStateMessage(context: PanelContext): [message: string, delay: number] {
  const { snapshot, text } = context;
  return snapshot.status === 'loading'
    ? [text('slow'), SLOW_DELAY]
    : [readSettledMessage(context), ANNOUNCE_DELAY];
}

function readSettledMessage(context: PanelContext): string {
  const { host, snapshot, text, list, pieces } = context;
  const { scene } = list.model;
  const { noResults } = pieces;
  if (scene === 'too-short') return text('tooShort', { count: host.minLength });
  if (scene === 'results') {
    const note = readNote(context);
    return note === null ? readCount(context) : `${note} ${readCount(context)}`;
  }
  if (noResults.value) return noResults.value.message;
  if (scene === 'nothing') return text('nothing', { query: snapshot.query });
  return scene === 'error' && noResults.failed ? text('network') : '';
}

/** Return the sentence about words of the query that no result has; `null` if there is none. */
export function readNote({ snapshot, text }: Pick<PanelContext, 'snapshot' | 'text'>): string | null {
  const all = snapshot.results.map(({ metadata }) => metadata);
  if (all.every(({ isRelated }) => isRelated)) return text('related');
  // Other servers may send anything.
  const words = all[0]?.missing?.filter?.((word) => all.every(({ missing }) => missing?.includes?.(word)));
  return words?.length ? text('missing', { words: words.join(', ') }) : null;
}

/** Return the sentence with the number of results. */
export function readCount({ snapshot, text }: Pick<PanelContext, 'snapshot' | 'text'>): string {
  const { results, hasMore } = snapshot;
  return hasMore ? text('countMore', { number: results.length }) : text('count', { count: results.length });
}
