import { stem, MIN_STEM_LENGTH, stem as indexedStem } from './stem.ts';
import type { Vocabulary } from '../ranking/section-index.ts';
import type { Stemmer } from './stemmers.ts';

/** The words that a vocabulary is made of. */
export interface VocabularyOptions {
  /** All words, folded and sorted by their UTF-16 units. */
  words: readonly string[];
  /** Number of sections that have each word. */
  counts: Uint32Array;
  /** Stop words; see `IndexFacts`. */
  commonWords: readonly string[];
}

/** The words of a documentation in memory, for engines that cannot look them up themselves: about 100 bytes a word. */
export function createVocabulary({ words, counts, commonWords }: VocabularyOptions): Vocabulary {
  const stems = new Set(words.map(stem));
  const common = new Set(commonWords);
  return {
    has: (word) => stems.has(stem(word)),
    hasPrefix: (prefix) => words[firstFrom(words, prefix)]?.startsWith(prefix) ?? false,
    isCommon: (word) => common.has(word),
    words: () => ({ words, counts }),
  };
}

/** Return the words that begin so, the most frequent first, with the number of sections that have each. */
export function completionsOf(
  vocabulary: Vocabulary,
  prefix: string,
  limit: number,
): { word: string; count: number }[] {
  const { words, counts } = vocabulary.words();
  const found: { word: string; count: number }[] = [];
  for (let at = firstFrom(words, prefix); words[at]?.startsWith(prefix); at++) {
    found.push({ word: words[at]!, count: counts[at]! });
  }
  return found.sort((a, b) => b.count - a.count).slice(0, limit);
}

/** Return whether a documentation has a word as it is written, without any other form of it. */
export function hasWritten({ words }: ReturnType<Vocabulary['words']>, word: string): boolean {
  return words[firstFrom(words, word)] === word;
}

/** Return the place of the first word that is not before `wanted`, by binary search. */
function firstFrom(words: readonly string[], wanted: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (words[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Maximum number of forms of a word. */
const MAX_FORMS = 8;

/**
 * Return the other forms of a word that a documentation has, the most frequent first: `seiten` for `seite`. All are folded.
 *
 * @param stem stemmer of the language of the query
 */
export function formsOf(word: string, vocabulary: Vocabulary, stem: Stemmer): string[] {
  const wanted = stem(word);
  if (wanted.length < MIN_STEM_LENGTH) return [];
  // Stemmers change the end of words, and may replace the last letter of the stem.
  const beginning = wanted.slice(0, Math.max(MIN_STEM_LENGTH, wanted.length - 1));
  const found = new Map([[indexedStem(word), word]]);
  for (const { word: form } of completionsOf(vocabulary, beginning, Infinity)) {
    // One form of each stem that the index has, because the others are found with it.
    if (!found.has(indexedStem(form)) && stem(form) === wanted) found.set(indexedStem(form), form);
  }
  return [...found.values()].slice(1, 1 + MAX_FORMS);
}
