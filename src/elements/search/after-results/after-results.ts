import { searchAfterResults } from '../../strings/english.ts';
import type { SearchContext } from '../context.ts';
import { afterResultsStyles } from './after-results.styles.ts';
import { AskAssistant } from './ask-assistant.ts';
import { CustomResults } from './custom-results.ts';
import { FiltersInUrl } from './filters-in-url.ts';
import { Filters } from './filters.ts';
import { NoResults } from './no-results.ts';
import { SavedSearches } from './saved-searches.ts';
import { keepPageColours } from '../../shared/styles/page-colours.ts';
import { openShortcutDialog } from '../../shared/shortcuts/shortcut-dialog.ts';

/** What is used after the first results: its parts side by side, for the search of one site. */
export class AfterResults {
  readonly ask: AskAssistant;
  readonly customResults: CustomResults;
  readonly filters: Filters;
  readonly noResults: NoResults;
  readonly saved: SavedSearches;
  readonly #context: SearchContext;
  readonly #readsAddress: boolean;
  #filtersInUrl: FiltersInUrl | undefined;

  /** @param readsAddress whether filters in the address apply: not if the reader has chosen another one meanwhile */
  constructor(context: SearchContext, readsAddress: boolean) {
    this.#context = context;
    this.#readsAddress = readsAddress;
    context.strings.add(searchAfterResults);
    context.addStyles(afterResultsStyles);
    keepPageColours(context.host);
    this.ask = new AskAssistant(context);
    this.customResults = new CustomResults(context);
    this.filters = new Filters(context);
    this.noResults = new NoResults(context);
    this.saved = new SavedSearches(context);
    this.#openAddress();
  }

  /** Act on what has been drawn. */
  update(): void {
    this.#openAddress();
    this.noResults.update();
    this.saved.update();
    this.#filtersInUrl?.update();
  }

  showShortcuts(): void {
    openShortcutList(this.#context);
  }

  close(): void {
    this.filters.close();
    this.noResults.close();
    this.saved.close();
    this.#filtersInUrl?.close();
  }

  #openAddress(): void {
    if (this.#context.host.filtersInUrl)
      this.#filtersInUrl ??= new FiltersInUrl(this.#context, this.#readsAddress);
  }
}

/** Open the dialog with the keyboard shortcuts of the search. */
function openShortcutList(context: SearchContext): void {
  const { text } = context;
  openShortcutDialog(context, [
    { keys: 'down up', label: text('keyMove') },
    { keys: 'home end', label: text('keyEnds') },
    { keys: 'enter', label: text('keyEnter') },
    { keys: 'mod+enter', label: text('keyTab') },
    { keys: 'shift+enter', label: text('addFavourite') },
    { keys: 'delete', label: text('keyRemove') },
    { keys: 'escape', label: text('keyEscape') },
  ]);
}
