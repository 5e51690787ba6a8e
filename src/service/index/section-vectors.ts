import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ScoredSection, SectionRange } from '../../engine/sections/section.ts';

/** Weight of the beginning of a page in the score of its sections. Measured with test/bench/retrieval.bench.ts. */
export const INTRODUCTION_SHARE = 0.4;
/** Maximum number of vectors that are compared exactly, in about a millisecond. With more, estimates choose the candidates. */
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
  readonly #pieces: number;
  /** Row of the first piece of each section, and the number of rows at the end. Complete after `prepare`. */
  readonly #starts: Int32Array;
  #last = 0;
  #rows = 0;
  #length = 0;
  #vectors: Float32Array | undefined;
  #count = 0;
  /** Of each row: the signs of its vector around the centroid, and its mean distance from the centroid. */
  #signs: Uint8Array | undefined;
  #distances: Float32Array | undefined;

  /**
   * @param pages page of each section, at its number minus one
   * @param pieces number of vectors of all sections
   */
  constructor(pages: Int32Array, pieces: number) {
    this.#pages = pages;
    this.#pieces = pieces;
    this.#starts = new Int32Array(pages.length + 1);
  }

  /** Number of sections with a vector. */
  get count(): number {
    return this.#count;
  }

  /** Add the vectors of the pieces of a section, after those of earlier sections. Vectors of another length than the first are ignored. */
  add(section: number, vectors: readonly Float32Array[]): void {
    this.#length ||= vectors[0]!.length;
    this.#vectors ??= new Float32Array(this.#pieces * this.#length);
    if (vectors.some((vector) => vector.length !== this.#length)) return;
    this.#starts.fill(this.#rows, this.#last, section);
    for (const vector of vectors) this.#vectors.set(vector, this.#rows++ * this.#length);
    this.#last = section;
    this.#count++;
  }

  /** End the adding of vectors, and quantize many of them. Yields to the event loop between portions. */
  async prepare(): Promise<void> {
    this.#starts.fill(this.#rows, this.#last);
    const size = this.#rows;
    const vectors = this.#vectors;
    const length = this.#length;
    if (!vectors || size <= MAX_COMPARED) return;
    const centroid = centroidOf(vectors.subarray(0, size * length), length);
    const bytes = bytesOfSigns(length);
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
      if (row % PORTION === PORTION - 1) await yieldToEventLoop();
    }
    this.#signs = signs;
    this.#distances = distances;
  }

  /** Return the cosine of a query and the nearest piece of a section; `null` if the section has no vector. */
  cosine(section: number, query: Float32Array): number | null {
    return this.#starts[section]! > this.#starts[section - 1]! ? this.#product(section, query) : null;
  }

  /** Return the sections nearest to a query, nearest first. The beginning of a page counts a little for all its sections. */
  nearest(query: Float32Array, ranges: readonly SectionRange[], limit: number): ScoredSection[] {
    const vectors = this.#vectors;
    if (!vectors || this.#length !== query.length) return [];
    const best = new BestSections(limit);
    const rows = ranges.map((range) => this.#rowsOf(range));
    if (!this.#signs || rows.reduce((sum, { first, last }) => sum + last - first + 1, 0) <= MAX_COMPARED) {
      for (const [at, range] of ranges.entries()) {
        const scores = this.#scoreSections(range, dotAll(vectors, rows[at]!, query));
        for (let i = 0; i < scores.length; i++) best.offer(range.first + i, scores[i]!);
      }
      return best.sorted();
    }
    const table = lookupTableOf(query);
    const estimates = ranges.map((range, at) => this.#scoreSections(range, this.#estimate(table, rows[at]!)));
    const least = scoreThreshold(estimates, limit * COMPARED_PER_RESULT);
    let page: number | undefined;
    let introduction = 0;
    for (const [at, scores] of estimates.entries()) {
      for (let i = 0; i < scores.length; i++) {
        if (scores[i]! < least) continue;
        const section = ranges[at]!.first + i;
        if (this.#pages[section - 1] !== page) {
          page = this.#pages[section - 1];
          introduction = this.#introduction(section, query);
        }
        best.offer(section, mix(this.#product(section, query), introduction));
      }
    }
    return best.sorted();
  }

  /** Return the rows of the pieces of some sections, numbered from 1. */
  #rowsOf({ first, last }: SectionRange): SectionRange {
    return { first: this.#starts[first - 1]! + 1, last: this.#starts[last]! };
  }

  /** Score sections by the best of their pieces, with the score of the first piece of their page mixed in. */
  #scoreSections({ first, last }: SectionRange, pieces: Float32Array): Float32Array {
    const scores = new Float32Array(last - first + 1);
    const offset = this.#starts[first - 1]!;
    let page: number | undefined;
    let introduction = 0;
    for (let at = 0; at < scores.length; at++) {
      const from = this.#starts[first - 1 + at]! - offset;
      const to = this.#starts[first + at]! - offset;
      let own = from < to ? pieces[from]! : 0;
      if (this.#pages[first - 1 + at] !== page) {
        page = this.#pages[first - 1 + at];
        introduction = own;
      }
      for (let row = from + 1; row < to; row++) own = Math.max(own, pieces[row]!);
      scores[at] = mix(own, introduction);
    }
    return scores;
  }

  /** Estimate the dot products with a query by the lookup table, but for a summand that is the same for all rows. */
  #estimate(table: Float32Array, { first, last }: SectionRange): Float32Array {
    const signs = this.#signs!;
    const distances = this.#distances!;
    const bytes = table.length >> 8;
    const scores = new Float32Array(last - first + 1);
    for (let at = 0, from = (first - 1) * bytes; at < scores.length; at++, from += bytes) {
      // Four sums for instruction-level parallelism.
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      for (let byte = 0; byte < bytes; byte += 4) {
        a += table[(byte << 8) | signs[from + byte]!]!;
        b += table[((byte + 1) << 8) | signs[from + byte + 1]!]!;
        c += table[((byte + 2) << 8) | signs[from + byte + 2]!]!;
        d += table[((byte + 3) << 8) | signs[from + byte + 3]!]!;
      }
      scores[at] = (a + b + c + d) * distances[first - 1 + at]!;
    }
    return scores;
  }

  /** Return the product of a query and the first piece of the page of a section. */
  #introduction(section: number, query: Float32Array): number {
    let first = section;
    while (this.#pages[first - 2] === this.#pages[section - 1]) first--;
    const row = this.#starts[first - 1]!;
    return row < this.#starts[first]! ? dot(this.#vectors!, row * this.#length, query) : 0;
  }

  /** Return the product of a query and the nearest piece of a section. */
  #product(section: number, query: Float32Array): number {
    let nearest = -Infinity;
    for (let row = this.#starts[section - 1]!; row < this.#starts[section]!; row++) {
      nearest = Math.max(nearest, dot(this.#vectors!, row * this.#length, query));
    }
    return nearest === -Infinity ? 0 : nearest;
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

/** Return the bytes that the signs of a vector take: a multiple of four, which are looked up together. */
function bytesOfSigns(length: number): number {
  return 4 * Math.ceil(length / 32);
}

/**
 * Return the lookup table of a query: for eight dimensions at a time and every byte of signs, the sum of the query's components,
 * positive where the bit is set.
 */
function lookupTableOf(query: Float32Array): Float32Array {
  const sums = new Float32Array(bytesOfSigns(query.length) << 8);
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
    let sumA = 0;
    let sumB = 0;
    let sumC = 0;
    let sumD = 0;
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
  const { length } = query;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let at = 0;
  for (; at + 3 < length; at += 4) {
    a += vectors[offset + at]! * query[at]!;
    b += vectors[offset + at + 1]! * query[at + 1]!;
    c += vectors[offset + at + 2]! * query[at + 2]!;
    d += vectors[offset + at + 3]! * query[at + 3]!;
  }
  for (; at < length; at++) a += vectors[offset + at]! * query[at]!;
  return a + b + c + d;
}
