import type { Calibration } from '../../engine/sections/index-facts.ts';
import { wordsOf } from '../../engine/words/searchable-text.ts';
import type { IndexedSection } from '../../service/index/index-content.ts';
import { addWordVector, toUnit } from '../../static-index/meaning/query-vector.ts';
import { rowOf, type DenseMatrix } from './dense-matrix.ts';

/** Headings that are asked, as many as in the service. */
const SAMPLE = 64;
/** Minimum number of headings that make a scale. */
const MIN_SAMPLE = 8;
/** Minimum range of a scale. With less, headings cannot be told apart. */
const MIN_RANGE = 0.05;

/**
 * Where the scale begins and ends between what headings measure: 0 is the mean of what does not belong together, 1 the median of what does.
 * Vectors of words are fitted to the headings themselves, and bags of words are near to some section whatever they ask, so that a
 * question has to be nearer than in the service. The values with the least loss on the tuned questions in English of
 * test/bench/answers.bench.ts (`--model static --use tuned --dump`), by the weights of `certainty.ts`.
 */
const SCALE_BEGIN = 0.52;
const SCALE_END = 1.11;

/** Vectors of words, by the numbers of the words. */
export interface NumberedWords {
  numbers: ReadonlyMap<string, number>;
  vectors: DenseMatrix;
}

/**
 * Measure how close what belongs together is, and what does not, with headings as questions whose answer is known; see `calibrate` of the
 * service.
 *
 * @param vectors of the sections, of length 1
 */
export function calibrateMeaning(
  sections: readonly IndexedSection[],
  vectors: DenseMatrix,
  words: NumberedWords,
): Calibration | null {
  const asked = sections.flatMap(({ page, section: { headings, title } }, number) => {
    const query = queryVector(headings.at(-1) ?? title, words);
    return query ? [{ page, number, query }] : [];
  });
  if (asked.length < MIN_SAMPLE) return null;
  const count = Math.min(SAMPLE, asked.length);
  const sample = Array.from({ length: count }, (_, at) => asked[Math.floor((at * asked.length) / count)]!);
  const cosine = (query: Float32Array, number: number): number =>
    rowOf(vectors, number).reduce((sum, value, at) => sum + value * query[at]!, 0);
  const related = sample.map(({ query, number }) => cosine(query, number)).sort((a, b) => a - b);
  const unrelated = sample.flatMap(({ query, page }) =>
    sample.filter((other) => other.page !== page).map(({ number }) => cosine(query, number)),
  );
  // A documentation of one page has nothing to compare with.
  if (unrelated.length === 0) return null;
  const median = related[related.length >> 1]!;
  const mean = unrelated.reduce((sum, value) => sum + value, 0) / unrelated.length;
  const range = median - mean;
  if (range < MIN_RANGE) return null;
  return { unrelated: mean + SCALE_BEGIN * range, related: mean + SCALE_END * range };
}

/** Return the vector of a query, of length 1; `null` when none of its words has one. */
function queryVector(text: string, { numbers, vectors }: NumberedWords): Float32Array | null {
  const counts = new Map<number, number>();
  for (const word of wordsOf(text)) {
    const number = numbers.get(word);
    if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  const sum = new Float32Array(vectors.columns);
  for (const [number, count] of counts) addWordVector(sum, rowOf(vectors, number), 1, count);
  return toUnit(sum);
}
