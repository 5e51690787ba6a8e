import type { DocsProblem } from './docs-problem.ts';
import type { SectionRange } from '../../engine/sections/section.ts';

/** The sections of one version and language, which are neighbours in the index. */
export interface IndexScope extends SectionRange {
  version: string | null;
  language: string | null;
}

/** Sections whose scores are multiplied. */
export interface Boost extends SectionRange {
  factor: number;
}

/** The scale of the cosines of a model in one language of a documentation. */
export interface Calibration {
  /** Mean cosine of a heading and a section of another page. */
  unrelated: number;
  /** Median cosine of a heading and the section below it. */
  related: number;
}

/** Calibrations by language; by an empty name that of pages without one. */
export type Calibrations = Readonly<Record<string, Calibration>>;

/** What is known of an index without a search. */
export interface IndexFacts {
  /** Number of pages. */
  pages: number;
  /** Number of sections. */
  sections: number;
  /** Number of sections with vectors. */
  vectors: number;
  /** Vector space, which a query must share. `null` without vectors. */
  space: string | null;
  /** What cosines mean in this space. Languages with few headings have none. */
  calibrations: Calibrations;
  /** Whether vectors are still being computed, and an index with them follows. */
  isPreliminary: boolean;
  scopes: readonly IndexScope[];
  /** Version of most readers; `null`: that of the pages without one. Missing: there are no versions. */
  mainVersion?: string | null;
  /** Language that others are translated from. Missing: unknown. */
  mainLanguage?: string;
  /** Sections of pages that are ranked higher or lower than others, in order. Missing: none. */
  boosts?: readonly Boost[];
  /** Stop words, by their document frequency in one of the languages. */
  commonWords: readonly string[];
  /** Files with problems, and why vectors are missing. */
  problems: readonly DocsProblem[];
}
