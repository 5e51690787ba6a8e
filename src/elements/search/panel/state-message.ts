import type { PanelContext } from '../context.ts';

/** Milliseconds without a change before the state is announced: keys within this time make one announcement. */
export const ANNOUNCE_DELAY = 600;
/** Milliseconds after which an unanswered search is called slow. */
export const SLOW_DELAY = 1000;

/** Write the state of the search for the live region, with the delay in milliseconds. */
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
  if (scene === 'results') return readCount(context);
  if (noResults.value) return noResults.value.message;
  if (scene === 'nothing') return text('nothing', { query: snapshot.query });
  return scene === 'error' && noResults.failed ? text('network') : '';
}

/** Write how many results there are. */
export function readCount({ snapshot, text }: Pick<PanelContext, 'snapshot' | 'text'>): string {
  const { results, hasMore } = snapshot;
  return hasMore ? text('countMore', { number: results.length }) : text('count', { count: results.length });
}
