import {
  createStrings,
  type StringsController,
} from '../../../src/elements/shared/i18n/strings-controller.ts';
import { askAssistantStrings } from '../../../src/elements/search/strings/en/ask-assistant.ts';
import { dialogStrings } from '../../../src/elements/search/strings/en/dialog.ts';
import { filtersStrings } from '../../../src/elements/search/strings/en/filters.ts';
import { noResultsStrings } from '../../../src/elements/search/strings/en/no-results.ts';
import { ENGLISH, type SearchStrings } from '../../../src/elements/search/strings/en/panel.ts';
import { previewStrings } from '../../../src/elements/search/strings/en/preview.ts';
import { savedSearchesStrings } from '../../../src/elements/search/strings/en/saved-searches.ts';
import { shortcutListStrings } from '../../../src/elements/search/strings/en/shortcut-list.ts';

/** Looks up a string of the search. */
export type SearchText = StringsController<SearchStrings>['text'];

/** Load the strings of the search in the language of the page, as the search itself does. */
export async function loadSearchText(): Promise<SearchText> {
  const host = {
    interfaceLanguage: document.documentElement.lang,
    strings: {},
    updateComplete: Promise.resolve(true),
    addController() {},
    removeController() {},
    requestUpdate() {},
  };
  const english = {
    ...ENGLISH,
    ...askAssistantStrings,
    ...dialogStrings,
    ...filtersStrings,
    ...noResultsStrings,
    ...previewStrings,
    ...savedSearchesStrings,
    ...shortcutListStrings,
  };
  const strings = createStrings<SearchStrings>(
    host,
    english,
    () => import('../../../src/elements/search/strings/translations.ts'),
  );
  await strings.load();
  return strings.text;
}
