import {
  createStrings,
  type StringsController,
} from '../../../src/elements/shared/i18n/strings-controller.ts';
import { afterResultsStrings } from '../../../src/elements/search/strings/en/after-results.ts';
import { previewStrings } from '../../../src/elements/search/strings/en/preview.ts';
import { dialogStrings } from '../../../src/elements/search/strings/en/dialog.ts';
import { ENGLISH, type SearchStrings } from '../../../src/elements/search/strings/en/panel.ts';

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
    ...afterResultsStrings,
    ...previewStrings,
    ...dialogStrings,
  };
  const strings = createStrings<SearchStrings>(
    host,
    english,
    () => import('../../../src/elements/search/strings/translations.ts'),
  );
  await strings.load();
  return strings.text;
}
