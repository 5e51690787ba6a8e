import type { Scene } from '../../../state/search/list-model.ts';
import { storageKey } from '../../../state/storage/storage.ts';
import type { PanelContext, SearchContext, SearchHost, SearchPieces } from '../context.ts';
import { hasGivenChoices } from './has-choices.ts';
import { lacksExcerpt } from './hits.ts';

type PieceName = keyof SearchPieces;
type Wanted = Partial<Record<PieceName, boolean>>;

/** List the pieces that the first view of the panel needs. */
export function firstPieces(host: SearchHost): PieceName[] {
  return namesOf(wantedFirst(host));
}

function wantedFirst(host: SearchHost): Wanted {
  return {
    ask: mayAsk(host),
    customResults: !!host.renderResult,
    dialog: host.variant === 'dialog',
    // Choices in attributes are drawn from the beginning. Others are found in results.
    filters: hasGivenChoices(host),
    filtersInUrl: host.filtersInUrl,
  };
}

/**
 * List the pieces that are needed now. The panel calls this when it opens, at each answer, when another option becomes active,
 * and when it is idle. A piece that failed to load is tried again at the next call.
 *
 * @param isIdle whether results have been shown for a while: time to load what may be needed next, above all the messages
 *   about failures, which could not be loaded offline
 */
export function wantedPieces(context: SearchContext, isIdle: boolean): PieceName[] {
  const { host, snapshot, list, hasFilters } = context;
  const { scene, active } = list.model;
  return namesOf({
    ...wantedFirst(host),
    excerpts: snapshot.results.some(lacksExcerpt),
    filters: hasFilters,
    noResults: isIdle || lacksResults(scene),
    savedSearches: isIdle || active >= 0 || (scene === 'start' && hasSaved(context)),
  });
}

/** Whether the stored searches and favourites are still being loaded. */
export function awaitsSaved(context: PanelContext): boolean {
  const { value, failed } = context.pieces.savedSearches;
  return !value && !failed && hasSaved(context);
}

function hasSaved({ host, site, snapshot }: SearchContext): boolean {
  return snapshot.recent.length > 0 || site.storage.has(storageKey(host, 'favourites'));
}

function namesOf(wanted: Wanted): PieceName[] {
  return (Object.keys(wanted) as PieceName[]).filter((name) => wanted[name]);
}

/** Whether there may be an assistant to ask. Which one, the piece decides. */
export function mayAsk(host: SearchHost): boolean {
  return host.assistant
    ? host.assistant !== 'none'
    : [host.getRootNode() as ParentNode, document].some((root) => root.querySelector('docs-assistant'));
}

/** Whether the scene is drawn by the piece for empty and failed searches. */
export function lacksResults(scene: Scene): boolean {
  return scene === 'not-configured' || scene === 'nothing' || scene === 'error';
}
