import type { PanelController } from './panel-controller.ts';
import { areRelated, isEmptyScene } from './preload.ts';

/** Debounce of announcements, in milliseconds, so that typing causes one. */
export const ANNOUNCE_DELAY = 600;
/** Time after which a running search is called slow, in milliseconds. */
export const SLOW_DELAY = 1000;

/** Return the message about the state of the search for the live region, and its delay in milliseconds. */
export function stateMessage(panel: PanelController): [message: string, delay: number] {
  const { snapshot, text, host } = panel;
  if (snapshot.status === 'loading') return [text('slow'), SLOW_DELAY];
  const message = settledMessage(panel);
  return [panel.groups.areMissing ? `${message} ${host.loadFailure}` : message, ANNOUNCE_DELAY];
}

function settledMessage(panel: PanelController): string {
  const { host, snapshot, text, list, modules, afterResults } = panel;
  const { scene } = list.model;
  if (scene === 'too-short') return text('tooShort', { count: host.minLength });
  if (scene === 'results') {
    const note = noteOf(panel);
    return note === null ? countLabel(panel) : `${note} ${countLabel(panel)}`;
  }
  if (afterResults && isEmptyScene(scene)) return afterResults.noResults.message;
  if (scene === 'nothing') return text('nothing', { query: snapshot.query });
  return scene === 'error' && modules.afterResults.failed ? text('network') : '';
}

/** Return the sentence about words of the query that no result has; `null` if there is none. */
export function noteOf({ snapshot, text }: Pick<PanelController, 'snapshot' | 'text'>): string | null {
  const { results } = snapshot;
  if (areRelated(results)) return text('related');
  const all = results.map(({ metadata }) => metadata);
  // Other servers may send anything.
  const words = all[0]?.missing?.filter?.((word) => all.every(({ missing }) => missing?.includes?.(word)));
  return words?.length ? text('missing', { words: words.join(', ') }) : null;
}

/** Return the sentence with the number of results. */
export function countLabel({ snapshot, text }: Pick<PanelController, 'snapshot' | 'text'>): string {
  return text('count', { count: snapshot.results.length });
}
