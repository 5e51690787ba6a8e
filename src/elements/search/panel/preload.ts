import type { SearchResult } from '../../../protocol/api.ts';
import type { Scene } from '../../../state/search/list-model.ts';
import { storageKey } from '../../../state/storage/storage.ts';
import type { SearchContext, SearchHost } from '../context.ts';
import { hasGivenChoices } from './has-choices.ts';
import type { SearchModules } from './panel-controller.ts';

/** What decides about the groups that are loaded. */
export type PanelState = Pick<SearchContext, 'host' | 'site' | 'snapshot' | 'list'>;

/**
 * Whether something on the screen needs what is used after the first results. The panel asks when it opens, at each answer, and when
 * another option becomes active; after a failure it is loaded again then.
 */
export function needsAfterResults(state: PanelState): boolean {
  const { host, list } = state;
  const { scene, isChosen } = list.model;
  return (
    hasGivenChoices(host) ||
    host.filtersInUrl ||
    !!host.renderResult ||
    isChosen ||
    isEmptyScene(scene) ||
    (scene === 'start' && hasSaved(state))
  );
}

/** Whether the stored searches and favourites are still being loaded. */
export function isLoadingSaved(
  state: PanelState & { readonly modules: Pick<SearchModules, 'afterResults'> },
): boolean {
  const { value, failed } = state.modules.afterResults;
  return !value && !failed && hasSaved(state);
}

function hasSaved({ host, site, snapshot }: PanelState): boolean {
  return snapshot.recent.length > 0 || site.storage.has(storageKey(host, 'favourites'));
}

/** Whether there may be an assistant to ask. Which one, is decided once the group for it is loaded. */
export function mayAsk(host: SearchHost): boolean {
  return host.assistant
    ? host.assistant !== 'none'
    : [host.getRootNode() as ParentNode, document].some((root) => root.querySelector('docs-assistant'));
}

/** Whether no result has a word of the query. */
export function areRelated(results: readonly SearchResult[]): boolean {
  return results.every(({ metadata }) => metadata.isRelated);
}

/**
 * Whether a query may be rather a question, so that what asks the assistant must be there before the results. It tells exactly: this
 * says yes to question marks, to four words, and to all letters beyond Cyrillic, among them those of languages without spaces.
 */
export function mayBeQuestion(query: string): boolean {
  return /[?\u0530-\uffff]|(\s+\S+){3}/.test(query);
}

/** Whether the scene has a message in place of results. */
export function isEmptyScene(scene: Scene): boolean {
  return scene === 'not-configured' || scene === 'nothing' || scene === 'error';
}
