import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScoredSection, SectionRange } from './section.ts';

/** Weight of a page's first section in the score of its other sections. Measured with test/bench/retrieval.bench.ts. */
export const INTRODUCTION_SHARE = 0.4;
/** Most sections whose vectors are compared exactly, in about a millisecond. With more, estimates choose the candidates. */
const MAX_COMPARED = 2_000;
/**
 * Candidates that are compared exactly per requested section. Recall with the sections and questions of
 * test/bench/retrieval.bench.ts, unfiltered: all of the nearest 20, 99.8 % of the nearest 100.
 */
const COMPARED_PER_RESULT = 5;
/** Buckets of the histogram of estimates. */
const SCORE_STEPS = 4_096;
/** Sample size for the centroid. */
const SAMPLES = 2_000;
/** Vectors that are processed between two turns of the event loop: a few milliseconds. */
const PORTION = 1_000;

/**
 * The vectors of an index, and the search for the nearest ones. Sections are identified by their number, from 1.
 *
 * Exact dot products with thousands of vectors take longer than everything else in a search. Large indexes therefore use binary
 * quantization around the centroid: one sign bit per dimension. The distance is asymmetric: the query stays exact, and a lookup
 * table made from it gives its sum for eight signs at a time. The best candidates are then ranked by exact dot products.
 */
export class SectionVectors {
  readonly #pages: Int32Array;
  readonly #isKnown: Uint8Array;
  #vectors: Float32Array | undefined;
  #count = 0;
  /** Of each section: the signs of its vector around the centroid, and its mean distance from the centroid. */
  #signs: Uint8Array | undefined;
  #distances: Float32Array | undefined;

  /** @param pages page of each section, at its number minus one */
  constructor(pages: Int32Array) {
    this.#pages = pages;
    this.#isKnown = new Uint8Array(pages.length);
  }

  /** Number of sections with a vector. */
  get count(): number {
    return this.#count;
  }

  /** Set the vector of a section, as bytes of floats. A vector of another length than the first is ignored. */
  set(section: number, bytes: Uint8Array): void {
    // Copy, because the buffer of SQLite may not be aligned for floats.
    const vector = new Float32Array(bytes.slice().buffer);
    this.#vectors ??= new Float32Array(this.#pages.length * vector.length);
    if (this.#vectors.length !== this.#pages.length * vector.length) return;
    this.#vectors.set(vector, (section - 1) * vector.length);
    this.#isKnown[section - 1] = 1;
    this.#count++;
  }

  /** Quantize the vectors once all of them are set. Yields to the event loop between portions. */
  async prepare(): Promise<void> {
    const size = this.#pages.length;
    const vectors = this.#vectors;
    if (!vectors || size <= MAX_COMPARED) return;
    const length = vectors.length / size;
    const centroid = centroidOf(vectors, length);
    const bytes = Math.ceil(length / 8);
    const signs = new Uint8Array(size * bytes);
    const distances = new Float32Array(size);
    for (let row = 0; row < size; row++) {
      let distance = 0;
      for (let at = 0; at < length; at++) {
        const offset = vectors[row * length + at]! - centroid[at]!;
        if (offset > 0) signs[row * bytes + (at >> 3)]! |= 1 << (at & 7);
        distance += Math.abs(offset);
      }
      distances[row] = distance / length;
      if (row % PORTION === PORTION - 1) await nextTurn();
    }
    this.#signs = signs;
    this.#distances = distances;
  }

  /** Return the cosine of a section and a query; `null` if the section has no vector. */
  cosine(section: number, query: Float32Array): number | null {
    if (!this.#vectors || this.#isKnown[section - 1] === 0) return null;
    return this.#product(section, query);
  }

  /** Return the sections nearest to a query, nearest first. The first section of a page counts a little for all its sections. */
  nearest(query: Float32Array, ranges: readonly SectionRange[], limit: number): ScoredSection[] {
    const vectors = this.#vectors;
    if (vectors?.length !== this.#pages.length * query.length) return [];
    const best = new BestSections(limit);
    const asked = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    if (asked <= MAX_COMPARED || !this.#signs) {
      for (const range of ranges) {
        const scores = this.#withIntroductions(range, dotAll(vectors, range, query));
        for (let at = 0; at < scores.length; at++) best.offer(range.first + at, scores[at]!);
      }
      return best.sorted();
    }
    const table = lookupTableOf(query);
    const estimates = ranges.map((range) => this.#withIntroductions(range, this.#estimate(table, range)));
    const least = scoreThreshold(estimates, limit * COMPARED_PER_RESULT);
    let page: number | undefined;
    let introduction = 0;
    for (const [at, scores] of estimates.entries()) {
      for (let i = 0; i < scores.length; i++) {
        if (scores[i]! < least) continue;
        const section = ranges[at]!.first + i;
        if (this.#pages[section - 1] !== page) {
          page = this.#pages[section - 1];
          introduction = this.#product(this.#firstOfPage(section), query);
        }
        best.offer(section, mix(this.#product(section, query), introduction));
      }
    }
    return best.sorted();
  }

  /** Mix the score of a page's first section into the scores of its sections, in place. */
  #withIntroductions({ first }: SectionRange, scores: Float32Array): Float32Array {
    let page: number | undefined;
    let introduction = 0;
    for (let at = 0; at < scores.length; at++) {
      const own = scores[at]!;
      if (this.#pages[first - 1 + at] !== page) {
        page = this.#pages[first - 1 + at];
        introduction = own;
      }
      scores[at] = mix(own, introduction);
    }
    return scores;
  }

  /** Estimate the dot products with a query by the lookup table, but for a summand that is the same for all sections. */
  #estimate(table: Float32Array, { first, last }: SectionRange): Float32Array {
    const signs = this.#signs!;
    const distances = this.#distances!;
    const bytes = table.length >> 8;
    const scores = new Float32Array(last - first + 1);
    for (let at = 0, from = (first - 1) * bytes; at < scores.length; at++, from += bytes) {
      let sum = 0;
      for (let byte = 0; byte < bytes; byte++) sum += table[(byte << 8) | signs[from + byte]!]!;
      scores[at] = sum * distances[first - 1 + at]!;
    }
    return scores;
  }

  #firstOfPage(section: number): number {
    let first = section;
    while (this.#pages[first - 2] === this.#pages[section - 1]) first--;
    return first;
  }

  #product(section: number, query: Float32Array): number {
    return dot(this.#vectors!, (section - 1) * query.length, query);
  }
}

function mix(own: number, introduction: number): number {
  return (1 - INTRODUCTION_SHARE) * own + INTRODUCTION_SHARE * introduction;
}

function centroidOf(vectors: Float32Array, length: number): Float32Array {
  const centroid = new Float32Array(length);
  const size = vectors.length / length;
  const step = Math.max(1, Math.floor(size / SAMPLES));
  for (let row = 0; row < size; row += step) {
    for (let at = 0; at < length; at++) centroid[at]! += vectors[row * length + at]!;
  }
  return centroid.map((sum) => sum / Math.ceil(size / step));
}

/**
 * Return the lookup table of a query: for eight dimensions at a time and every byte of signs, the sum of the query's components,
 * positive where the bit is set.
 */
function lookupTableOf(query: Float32Array): Float32Array {
  const sums = new Float32Array(Math.ceil(query.length / 8) << 8);
  for (let from = 0; from < sums.length; from += 256) {
    const numbers = query.subarray(from >> 5, (from >> 5) + 8);
    sums[from] = -numbers.reduce((sum, number) => sum + number, 0);
    for (let byte = 1; byte < 256; byte++) {
      const lowest = 31 - Math.clz32(byte & -byte);
      sums[from + byte] = sums[from + (byte & (byte - 1))]! + 2 * (numbers[lowest] ?? 0);
    }
  }
  return sums;
}

/** Return a score that at least `count` of all scores reach, by a histogram, because sorting all of them would be slower. */
function scoreThreshold(all: readonly Float32Array[], count: number): number {
  let lowest = Infinity;
  let highest = -Infinity;
  for (const scores of all) {
    for (let at = 0; at < scores.length; at++) {
      if (scores[at]! < lowest) lowest = scores[at]!;
      if (scores[at]! > highest) highest = scores[at]!;
    }
  }
  const step = (highest - lowest) / SCORE_STEPS;
  if (step === 0) return lowest;
  const counts = new Uint32Array(SCORE_STEPS + 1);
  for (const scores of all) {
    for (let at = 0; at < scores.length; at++) counts[Math.floor((scores[at]! - lowest) / step)]!++;
  }
  let from = SCORE_STEPS;
  for (let reached = counts[from]!; reached < count && from > 0;) reached += counts[--from]!;
  // One bucket lower, to include scores that were rounded up.
  return lowest + (from - 1) * step;
}

/** Collects the sections with the highest scores. */
class BestSections {
  readonly #limit: number;
  #sections: ScoredSection[] = [];
  #lowest = -Infinity;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(section: number, score: number): void {
    if (score <= this.#lowest) return;
    this.#sections.push({ section, score });
    // Sort now and then, which is cheaper than a heap for so few.
    if (this.#sections.length === 4 * this.#limit) this.sorted();
  }

  sorted(): ScoredSection[] {
    this.#sections = this.#sections.sort((a, b) => b.score - a.score).slice(0, this.#limit);
    if (this.#sections.length === this.#limit) this.#lowest = this.#sections.at(-1)!.score;
    return this.#sections;
  }
}

/** Return the dot products of a query and the vectors of a range, four at a time for instruction-level parallelism. */
function dotAll(vectors: Float32Array, { first, last }: SectionRange, query: Float32Array): Float32Array {
  const length = query.length;
  const products = new Float32Array(last - first + 1);
  let row = 0;
  for (; row + 3 < products.length; row += 4) {
    const a = (first - 1 + row) * length;
    const b = a + length;
    const c = b + length;
    const d = c + length;
    let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
    for (let at = 0; at < length; at++) {
      const value = query[at]!;
      sumA += vectors[a + at]! * value;
      sumB += vectors[b + at]! * value;
      sumC += vectors[c + at]! * value;
      sumD += vectors[d + at]! * value;
    }
    products[row] = sumA;
    products[row + 1] = sumB;
    products[row + 2] = sumC;
    products[row + 3] = sumD;
  }
  for (; row < products.length; row++) products[row] = dot(vectors, (first - 1 + row) * length, query);
  return products;
}

/** Return the dot product of a query and a vector, in four sums for instruction-level parallelism. */
function dot(vectors: Float32Array, offset: number, query: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 3 < query.length; at += 4) {
    a += vectors[offset + at]! * query[at]!;
    b += vectors[offset + at + 1]! * query[at + 1]!;
    c += vectors[offset + at + 2]! * query[at + 2]!;
    d += vectors[offset + at + 3]! * query[at + 3]!;
  }
  for (; at < query.length; at++) a += vectors[offset + at]! * query[at]!;
  return a + b + c + d;
}
