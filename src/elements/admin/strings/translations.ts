import type { Translations } from '../../shared/i18n/strings-controller.ts';
import type { AdminStrings } from './en.ts';

export { matchLanguage } from '../../../protocol/language-tag.ts';

/** Bundled languages other than English, each a chunk of its own. */
export const translations: Translations<AdminStrings> = {
  ar: () => import('./ar.ts').then(({ strings }) => strings),
  de: () => import('./de.ts').then(({ strings }) => strings),
  es: () => import('./es.ts').then(({ strings }) => strings),
  fr: () => import('./fr.ts').then(({ strings }) => strings),
  he: () => import('./he.ts').then(({ strings }) => strings),
  it: () => import('./it.ts').then(({ strings }) => strings),
  ja: () => import('./ja.ts').then(({ strings }) => strings),
  ko: () => import('./ko.ts').then(({ strings }) => strings),
  pt: () => import('./pt.ts').then(({ strings }) => strings),
  ru: () => import('./ru.ts').then(({ strings }) => strings),
  'zh-Hans': () => import('./zh-Hans.ts').then(({ strings }) => strings),
  'zh-Hant': () => import('./zh-Hant.ts').then(({ strings }) => strings),
};
