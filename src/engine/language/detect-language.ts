import { matchLanguage } from '../../protocol/language-tag.ts';
import { wordsOf } from '../words/searchable-text.ts';
import { isFunctionWord } from './function-words.ts';

/** Languages in Latin letters that are told apart by their function words. */
const LATIN_LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'pt'];
/** Function words from which a text is in a language, unless it has no others. One may be a name. */
const ENOUGH_WORDS = 2;
/** Scripts of one language among those of the interface. Japanese comes before Chinese, because it has Chinese characters too. */
const SCRIPTS: readonly (readonly [language: string, script: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['ar', /\p{Script=Arabic}/u],
];
/** Frequent characters of questions that only traditional Chinese has. */
const TRADITIONAL = /[這個們為麼嗎與對會無開發檔網頁點設說裡後還沒麽樣]/u;

/**
 * Detect the language of a question, among those of the interface.
 *
 * @param pageLanguage language of the page that the question was asked on: it wins where the words leave a choice
 * @returns `undefined` when the words do not tell
 */
export function detectLanguage(text: string, pageLanguage?: string): string | undefined {
  const words = wordsOf(text);
  const counted = LATIN_LANGUAGES.map((language) => ({
    language,
    count: words.filter((word) => isFunctionWord(word, language)).length,
  }));
  const most = Math.max(...counted.map(({ count }) => count));
  const best = counted.filter(({ count }) => count === most).map(({ language }) => language);
  const isOfPage = pageLanguage !== undefined && matchLanguage(pageLanguage, toTable(best)) !== undefined;
  if (most > 0 && isOfPage) return pageLanguage;
  if (best.length === 1 && most >= Math.min(ENOUGH_WORDS, words.length)) return best[0];
  const script = SCRIPTS.find(([, letters]) => letters.test(text))?.[0];
  if (script !== 'zh') return script;
  if (/^zh\b/i.test(pageLanguage ?? '')) return pageLanguage;
  return TRADITIONAL.test(text) ? 'zh-Hant' : 'zh-Hans';
}

function toTable(languages: readonly string[]): Record<string, true> {
  return Object.fromEntries(languages.map((language) => [language, true]));
}
