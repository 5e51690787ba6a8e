import { wordsOf } from '../../engine/words/searchable-text.ts';
import { stem } from '../../engine/words/stem.ts';

/** Between the phrase of an identifier and the identifier as it is written. Sorts before all letters and digits. */
const WRITTEN_MARK = '!';

/** Return the key of words that follow each other: their stems, which are separated by spaces. For one word, its stem. */
export function phraseKey(words: readonly string[]): string {
  return words.map(stem).join(' ');
}

/** Before an identifier in paths and lists, which say nothing of it. */
const SEPARATOR_BEFORE = /^(?:\/|-(?!-))/;

/** Return the key of an identifier as it is written, without a slash or a single dash before it. `null` without words. */
export function writtenKey(identifier: string): string | null {
  const words = wordsOf(identifier);
  if (words.length === 0) return null;
  return `${phraseKey(words)}${WRITTEN_MARK}${identifier.replace(SEPARATOR_BEFORE, '')}`;
}

/** Maximum number of words of a phrase in an index. A longer one is looked up by its parts of this length. */
export const MAX_PHRASE_WORDS = 4;

/** Return whether a key is that of one word: neither a phrase nor an identifier. */
export function isWordKey(key: string): boolean {
  return !key.includes(' ') && !key.includes(WRITTEN_MARK);
}

/** Compare keys, for sorting: by their UTF-16 units. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
