import { stem } from './stem.ts';
import type { Vocabulary } from '../ranking/section-index.ts';

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
