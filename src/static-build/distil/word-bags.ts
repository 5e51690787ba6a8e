import { wordsOf } from '../../engine/words/searchable-text.ts';
import { occurrenceWeight } from '../../static-index/meaning/query-vector.ts';

/** Texts as bags of words: a sparse matrix with a row for each text (compressed sparse rows). The weights of a row sum to 1. */
export interface WordBags {
  /** Where each row begins, and the end of the last one. */
  starts: Uint32Array;
  /** Numbers of words. */
  words: Uint32Array;
  weights: Float32Array;
}

/**
 * Return the bags of texts. Words that are not known are left out.
 *
 * @param numbers numbers of the known words
 * @param rarities weight of each word, by its number
 */
export function createWordBags(
  texts: readonly string[],
  numbers: ReadonlyMap<string, number>,
  rarities: Float32Array,
): WordBags {
  const starts = new Uint32Array(texts.length + 1);
  const words: number[] = [];
  const weights: number[] = [];
  for (const [row, text] of texts.entries()) {
    const counts = new Map<number, number>();
    for (const word of wordsOf(text)) {
      const number = numbers.get(word);
      if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    const own = Array.from(counts, ([word, count]) => rarities[word]! * occurrenceWeight(count));
    const sum = own.reduce((all, weight) => all + weight, 0);
    words.push(...counts.keys());
    for (const weight of own) weights.push(weight / sum);
    starts[row + 1] = words.length;
  }
  return { starts, words: Uint32Array.from(words), weights: Float32Array.from(weights) };
}

/** Return the weight of each word, by the number of sections that have it: its inverse document frequency. */
export function raritiesOf(counts: ArrayLike<number>, sections: number): Float32Array {
  return Float32Array.from(counts, (count) => Math.log(1 + sections / (count + 0.5)));
}
