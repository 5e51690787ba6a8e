import type { DocsProblem } from '../docs/docs-problem.ts';
import type { SectionRange } from './section.ts';

/** The sections of one version and language, which are neighbours in the index. */
export interface IndexScope extends SectionRange {
  version: string | null;
  language: string | null;
}

/** What is known of an index without a search. */
export interface IndexFacts {
  /** Number of pages. */
  pages: number;
  /** Number of sections. */
  sections: number;
  /** Number of sections with a vector. */
  vectors: number;
  /** Vector space, which a query must share. `null` without vectors. */
  space: string | null;
  /** Whether vectors are still being computed, and an index with them follows. */
  isPreliminary: boolean;
  scopes: readonly IndexScope[];
  /** Stop words, by their document frequency in one of the languages. */
  commonWords: readonly string[];
  /** Files with problems, and why vectors are missing. */
  problems: readonly DocsProblem[];
}
