import type { IndexFacts } from '../sections/index-facts.ts';
import type { Section, SectionRange } from '../sections/section.ts';
import type { WordExpression } from '../words/word-expression.ts';

/** A section that was found, without its text. */
export interface FoundSection {
  /** Number of the section in the index. */
  section: number;
  /** Number of its page. */
  page: number;
  /** Whether it is the first section of its page. */
  isFirst: boolean;
  /** How well it matches. Higher is better. */
  score: number;
}

/** Which sections are looked up, and how many of them are returned. */
export interface Lookup {
  /** Only sections in these ranges, which are in order and do not overlap. */
  ranges: readonly SectionRange[];
  limit: number;
}

/** The words of a documentation. */
export interface Vocabulary {
  /** Return whether any section has a form of this folded word. */
  has(word: string): boolean;
  /** Return whether any section has a word that begins so. */
  hasPrefix(prefix: string): boolean;
  /** Return whether a folded word is a stop word in a language of the documentation, by its document frequency. */
  isCommon(word: string): boolean;
  /** Return all words, folded, with their document frequencies. */
  words(): { words: readonly string[]; counts: Uint32Array };
}

/**
 * An index, open for searching: finds candidates by words and by meaning, which `createRankedIndex` ranks. Immutable. Sections are
 * identified by their number, from 1, in the order in which `IndexContent` lists them.
 */
export interface SectionIndex {
  readonly facts: IndexFacts;
  vocabulary(): Promise<Vocabulary>;
  /**
   * Return the sections that match an expression, best first, scored by BM25 (k1 = 1.2, b = 0.75) with the weights of
   * `COLUMN_WEIGHTS`.
   *
   * @param column where all words have to be. Default anywhere
   */
  matches(expression: WordExpression, lookup: Lookup, column?: 'heading'): Promise<FoundSection[]>;
  /** Count the sections in ranges that match an expression, which tells how rare a word is. */
  count(expression: WordExpression, ranges: readonly SectionRange[]): Promise<number>;
  /** Return the sections nearest to a query, nearest first, scored by the product with `IndexedSection.vector`. */
  nearest(query: Float32Array, lookup: Lookup): Promise<FoundSection[]>;
  /** Return the cosine of sections and a query. Sections without a vector are left out. */
  cosines(sections: readonly number[], query: Float32Array): Promise<ReadonlyMap<number, number>>;
  /** Return sections, in any order. */
  sections(numbers: readonly number[]): Promise<ReadonlyMap<number, Section>>;
  /** Return the site paths of pages by their keys; see `IndexedSection.pageKey`. Keys without a page are left out. */
  findPages(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Return the site paths of the pages in a range, in any order. */
  pagePaths(range: SectionRange): Promise<readonly string[]>;
  /** Release what it holds. Called once, when no search uses it any more. */
  close(): Promise<void>;
}
