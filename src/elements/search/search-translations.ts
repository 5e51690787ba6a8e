import type { Translations } from '../shared/strings-controller.ts';
import type { SearchStrings } from './search-strings.ts';

export { matchLanguage } from '../../protocol/language-tag.ts';

/** Bundled languages other than English, each a chunk of its own. */
export const translations: Translations<SearchStrings> = {
  ar: () => import('./search-strings.ar.ts').then(({ strings }) => strings),
  de: () => import('./search-strings.de.ts').then(({ strings }) => strings),
  es: () => import('./search-strings.es.ts').then(({ strings }) => strings),
  fr: () => import('./search-strings.fr.ts').then(({ strings }) => strings),
  he: () => import('./search-strings.he.ts').then(({ strings }) => strings),
  it: () => import('./search-strings.it.ts').then(({ strings }) => strings),
  ja: () => import('./search-strings.ja.ts').then(({ strings }) => strings),
  ko: () => import('./search-strings.ko.ts').then(({ strings }) => strings),
  pt: () => import('./search-strings.pt.ts').then(({ strings }) => strings),
  ru: () => import('./search-strings.ru.ts').then(({ strings }) => strings),
  'zh-Hans': () => import('./search-strings.zh-Hans.ts').then(({ strings }) => strings),
  'zh-Hant': () => import('./search-strings.zh-Hant.ts').then(({ strings }) => strings),
};
