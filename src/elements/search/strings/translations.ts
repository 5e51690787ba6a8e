import type { Translations } from '../../shared/i18n/strings-controller.ts';
import type { SearchStrings } from './en/panel.ts';

export { matchLanguage } from '../../../protocol/language-tag.ts';

/** Bundled languages other than English, each a chunk of its own. The paths are literals, because bundlers require it. */
export const translations: Translations<SearchStrings> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  he: () => import('./he.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  pt: () => import('./pt.ts'),
  ru: () => import('./ru.ts'),
  'zh-Hans': () => import('./zh-Hans.ts'),
  'zh-Hant': () => import('./zh-Hant.ts'),
};
