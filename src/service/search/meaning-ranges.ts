import type { MatchedRange } from '../../protocol/api.ts';
import type { DocsIndex } from '../index/docs-index.ts';
import { proseWords } from '../index/prose-words.ts';
import { foldWord } from '../index/searchable-text.ts';
import type { WordVectors } from '../index/word-vectors.ts';
import { FUNCTION_WORDS, tellingWords } from './keyword-query.ts';
import { MAX_RANGES, stem } from './match-ranges.ts';
import type { QueryMeaning } from './rank-sections.ts';
import { nearestWords } from './spelling.ts';

/** How near two words must be at least, in standard deviations of what is usual: "picture" and "image", "mouse" and "hover". */
const NEAR_WORD = 3.9;
/** How near a word must be to the word of the query and to the whole query together: "type" of a value is no "kind". */
const NEAR_QUERY = 5;
/** Different words of one section that are marked. */
const MAX_NEAR_WORDS = 3;
/** Shorter words mean too many things to be marked. */
const MIN_LENGTH = 4;
/** Words of a query that the documentation does not know and the model is asked about: about a millisecond each. */
const MAX_STRANGERS = 2;

const COMPARABLE = /^[a-z]{3,40}$/;

/** A word near to one of the query. */
interface NearWord {
  sought: string;
  score: number;
}

/** Words of a query that no section holds, so that the model has to say what they mean. */
export function unknownWords(query: string, index: DocsIndex): string[] {
  if (!index.wordVectors?.canTell) return [];
  const words = tellingWords(query, index).filter((word) => COMPARABLE.test(word));
  return words.filter((word) => index.sectionsWith(word) === 0).slice(0, MAX_STRANGERS);
}

/** Marks words that mean what a query says in other words. One is made for each query. */
export class MeaningMarker {
  readonly #words: WordVectors;
  readonly #meaning: QueryMeaning;
  readonly #telling: readonly string[];
  readonly #sought: { word: string; vector: Float32Array }[] = [];
  readonly #near = new Map<string, NearWord | null>();

  constructor(query: string, meaning: QueryMeaning, index: DocsIndex, words: WordVectors) {
    this.#words = words;
    this.#meaning = meaning;
    this.#telling = tellingWords(query, index);
    for (const word of this.#telling) {
      const vector = words.vectorOf(word) ?? meaning.words.get(word);
      if (vector) this.#sought.push({ word, vector });
    }
  }

  /**
   * Adds to the ranges of a section that are found by spelling those of words that are near in meaning: where most words of the
   * query are not spelled in the section, and only for those that are not.
   */
  addTo(spelled: MatchedRange[], content: string): MatchedRange[] {
    if (this.#sought.length === 0) return spelled;
    const found = [...new Set(spelled.map(([start, end]) => foldWord(content.slice(start, end))))];
    const missing = this.#telling.filter((word) => !this.#isSpelled(word, found));
    if (2 * missing.length < this.#telling.length) return spelled;
    const sought = new Set(missing);

    const scores = new Map<string, number>();
    const candidates = proseWords(content).flatMap(({ word, start }) => {
      const folded = word.toLowerCase();
      const near = this.#nearWord(folded);
      if (!near || !sought.has(near.sought)) return [];
      const form = stem(folded);
      scores.set(form, Math.max(near.score, scores.get(form) ?? 0));
      return [{ form, range: [start, start + word.length] satisfies MatchedRange }];
    });
    if (candidates.length === 0) return spelled;
    const best = new Set(
      [...scores]
        .sort((a, b) => b[1] - a[1])
        .slice(0, MAX_NEAR_WORDS)
        .map(([form]) => form),
    );
    const taken = new Set(spelled.map(([start]) => start));
    const added = candidates.filter(({ form, range: [start] }) => best.has(form) && !taken.has(start));
    return [...spelled, ...added.map(({ range }) => range)].sort((a, b) => a[0] - b[0]).slice(0, MAX_RANGES);
  }

  /** Whether a word is among those found, in one of its forms or corrected. */
  #isSpelled(word: string, found: readonly string[]): boolean {
    const form = stem(word);
    if (found.some((other) => stem(other) === form)) return true;
    const isKnown = this.#words.has(word);
    return !isKnown && nearestWords(word, found, new Uint32Array(found.length)).length > 0;
  }

  #nearWord(word: string): NearWord | null {
    let near = this.#near.get(word);
    if (near === undefined) this.#near.set(word, (near = this.#compare(word)));
    return near;
  }

  #compare(word: string): NearWord | null {
    if (word.length < MIN_LENGTH || FUNCTION_WORDS.has(word)) return null;
    let nearest: { sought: string; nearness: number } | null = null;
    for (const { word: sought, vector } of this.#sought) {
      if (!this.#words.mayBeNear(word, vector)) continue;
      const nearness = this.#words.nearness(word, vector);
      if (nearness === null || nearness < NEAR_WORD) continue;
      // The beginning of a word is near to it in letters only: "type" and "typeface".
      if (sought.startsWith(word) || nearness < (nearest?.nearness ?? 0)) continue;
      nearest = { sought, nearness };
    }
    if (!nearest) return null;
    const score = nearest.nearness + this.#words.nearness(word, this.#meaning.vector)!;
    return score < NEAR_QUERY ? null : { sought: nearest.sought, score };
  }
}
