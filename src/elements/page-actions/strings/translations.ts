import type { Translations } from '../../shared/i18n/strings-controller.ts';
import type { PageActionsStrings } from './en.ts';

export { matchLanguage } from '../../../protocol/language-tag.ts';

/** Bundled languages other than English, each a chunk of its own. */
export const translations: Translations<PageActionsStrings> = {
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
