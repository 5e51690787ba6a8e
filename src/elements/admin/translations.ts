import type { Translations } from '../shared/strings-controller.ts';
import type { AdminStrings } from './strings.ts';

export { matchLanguage } from '../../protocol/language-tag.ts';

/** Bundled languages other than English, each a chunk of its own. */
export const translations: Translations<AdminStrings> = {
  ar: () => import('./strings.ar.ts').then(({ strings }) => strings),
  de: () => import('./strings.de.ts').then(({ strings }) => strings),
  es: () => import('./strings.es.ts').then(({ strings }) => strings),
  fr: () => import('./strings.fr.ts').then(({ strings }) => strings),
  he: () => import('./strings.he.ts').then(({ strings }) => strings),
  it: () => import('./strings.it.ts').then(({ strings }) => strings),
  ja: () => import('./strings.ja.ts').then(({ strings }) => strings),
  ko: () => import('./strings.ko.ts').then(({ strings }) => strings),
  pt: () => import('./strings.pt.ts').then(({ strings }) => strings),
  ru: () => import('./strings.ru.ts').then(({ strings }) => strings),
  'zh-Hans': () => import('./strings.zh-Hans.ts').then(({ strings }) => strings),
  'zh-Hant': () => import('./strings.zh-Hant.ts').then(({ strings }) => strings),
};
