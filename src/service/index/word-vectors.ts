import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { proseWords } from './prose-words.ts';

/** Most words whose meaning is known; of more, those that stand in the most sections. */
const MAX_WORDS = 30_000;
/** A word that stands in more than this share of the sections tells none of them. */
const FREQUENT_SHARE = 0.1;
/** With fewer sections than this, shares say nothing about words. */
const MIN_SECTIONS_FOR_SHARES = 50;
/** Words that the usual nearness is told from: 5,000 pairs of them in a few milliseconds. */
const SAMPLES = 100;
/** From fewer words than this, nobody can tell what is usual: none is near then. */
const MIN_SAMPLES = 30;
/** Vectors that are read at once: a few milliseconds. */
const PORTION = 2_000;
/** Largest number of a stored vector. */
const LARGEST = 127;

/** Collects the English words of a documentation whose meaning is to be known, while its index is written. */
export class Vocabulary {
  readonly #counts = new Map<string, number>();
  #sections = 0;

  /** Counts the words of a section. Pages that say no language are taken for English. */
  add(language: string | undefined, markdown: string): void {
    if (language !== undefined && !/^en\b/i.test(language)) return;
    this.#sections++;
    for (const word of new Set(proseWords(markdown).map(({ word }) => word.toLowerCase()))) {
      this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
    }
  }

  write(database: DatabaseSync): void {
    const limit = this.#sections < MIN_SECTIONS_FOR_SHARES ? Infinity : this.#sections * FREQUENT_SHARE;
    const telling = [...this.#counts].filter(([, count]) => count <= limit);
    const insert = database.prepare('INSERT INTO word_vectors (word) VALUES (?)');
    for (const [word] of telling.sort((a, b) => b[1] - a[1]).slice(0, MAX_WORDS)) insert.run(word);
  }
}

/** A vector of length 1 as bytes: a quarter of its size, and as good for telling whether words are near. */
export function toSmallVector(vector: Float32Array): Uint8Array {
  const scale = LARGEST / (vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) || 1);
  return new Uint8Array(Int8Array.from(vector, (value) => Math.round(value * scale)).buffer);
}

/** What the words of a documentation mean, each by itself. */
export class WordVectors {
  readonly #numbers = new Map<string, number>();
  readonly #length: number;
  readonly #vectors: Int8Array;
  /** What makes the length of each vector 1. */
  readonly #scales: Float32Array;
  /** Cosine that two words have on average, and its standard deviation: models differ in both. */
  #usual = 0;
  #deviation: number | null = null;

  private constructor(size: number, length: number) {
    this.#length = length;
    this.#vectors = new Int8Array(size * length);
    this.#scales = new Float32Array(size);
  }

  /**
   * Reads those of an index, in portions between which others have their turn. There are none while the model is at work,
   * and without one.
   */
  static async read(database: DatabaseSync): Promise<WordVectors> {
    const rows = database
      .prepare('SELECT word, vector FROM word_vectors WHERE vector IS NOT NULL ORDER BY word')
      .all() as unknown as { word: string; vector: Uint8Array }[];
    const words = new WordVectors(rows.length, rows[0]?.vector.length ?? 0);
    for (const [at, { word, vector }] of rows.entries()) {
      words.#add(word, vector);
      if (at % PORTION === PORTION - 1) await nextTurn();
    }
    words.#measure();
    return words;
  }

  #add(word: string, vector: Uint8Array): void {
    if (vector.length !== this.#length) return;
    const number = this.#numbers.size;
    const offset = number * this.#length;
    let squares = 0;
    for (let at = 0; at < vector.length; at++) {
      const value = (vector[at]! << 24) >> 24;
      this.#vectors[offset + at] = value;
      squares += value * value;
    }
    this.#scales[number] = 1 / Math.sqrt(squares || 1);
    this.#numbers.set(word, number);
  }

  /** Whether enough words are known to tell which are near. */
  get canTell(): boolean {
    return this.#deviation !== null;
  }

  has(word: string): boolean {
    return this.#numbers.has(word);
  }

  /** `undefined` when the meaning of the word is not known. */
  vectorOf(word: string): Float32Array | undefined {
    const number = this.#numbers.get(word);
    if (number === undefined) return undefined;
    const vector = new Float32Array(
      this.#vectors.subarray(number * this.#length, (number + 1) * this.#length),
    );
    for (let at = 0; at < vector.length; at++) vector[at]! *= this.#scales[number]!;
    return vector;
  }

  /**
   * How much nearer a word is to a vector than two words usually are, in standard deviations; `null` when its meaning is
   * not known.
   */
  nearness(word: string, vector: Float32Array): number | null {
    const number = this.#numbers.get(word);
    if (number === undefined || vector.length !== this.#length || this.#deviation === null) return null;
    return (this.#cosine(number, vector) - this.#usual) / this.#deviation;
  }

  /**
   * Whether a word may be near to a vector, as a quarter of the dimensions tells: rules out four of five words at a quarter of the
   * cost, and of a thousand near ones one (all-MiniLM-L6-v2).
   */
  mayBeNear(word: string, vector: Float32Array): boolean {
    const number = this.#numbers.get(word);
    if (number === undefined || vector.length !== this.#length || this.#deviation === null) return false;
    const cosine = 4 * this.#cosine(number, vector, vector.length >> 2);
    return cosine > this.#usual + this.#deviation;
  }

  #measure(): void {
    const words = [...this.#numbers.keys()];
    const step = Math.max(1, Math.floor(words.length / SAMPLES));
    const samples = words.filter((_, at) => at % step === 0);
    if (samples.length < MIN_SAMPLES) return;
    let [count, sum, squares] = [0, 0, 0];
    for (const [at, word] of samples.entries()) {
      const vector = this.vectorOf(word)!;
      for (const other of samples.slice(at + 1)) {
        const cosine = this.#cosine(this.#numbers.get(other)!, vector);
        count++;
        sum += cosine;
        squares += cosine * cosine;
      }
    }
    this.#usual = sum / count;
    this.#deviation = Math.sqrt(squares / count - this.#usual ** 2) || null;
  }

  #cosine(number: number, vector: Float32Array, dimensions = vector.length): number {
    const offset = number * vector.length;
    let sum = 0;
    for (let at = 0; at < dimensions; at++) sum += this.#vectors[offset + at]! * vector[at]!;
    return sum * this.#scales[number]!;
  }
}
