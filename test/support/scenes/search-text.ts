import {
  createStrings,
  type StringsController,
} from '../../../src/elements/shared/i18n/strings-controller.ts';
import {
  searchAfterResults,
  searchDialog,
  searchPanel,
  searchPreview,
  type SearchStrings,
} from '../../../src/elements/strings/english.ts';

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
  const strings = createStrings<SearchStrings>(
    host,
    { ...searchPanel, ...searchAfterResults, ...searchPreview, ...searchDialog },
    async () => (await import('../../../src/elements/strings/translations.ts')).search,
  );
  await strings.load();
  return strings.text;
}
