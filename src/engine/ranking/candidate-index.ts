import type { SectionRange } from '../sections/section.ts';
import type { WordExpression } from '../words/word-expression.ts';
import type { FoundSection, Lookup, SectionIndex, Vocabulary } from './section-index.ts';

/** What the vocabulary is read for, so that an index can fetch the words that a query needs. */
export interface VocabularyNeeds {
  query: string;
  /** Language of the query, if known. */
  language: string | undefined;
  /** Sections that are searched. */
  ranges: readonly SectionRange[];
}

/** An identifier of a query and how it is looked up. */
export interface Identifier {
  /** As it is written in the query. */
  written: string;
  expression: WordExpression;
}

/** Where a section has an identifier as it is written, if it does. */
export type MatchLocation = { in: 'name'; length: number } | { in: 'content' };

/** Whether a section matches expressions, by their place in a list. */
export interface WordsOfSection {
  /** Anywhere. */
  has: readonly boolean[];
  /** In title or headings. */
  isNamed: readonly boolean[];
}

/**
 * An index as ranking needs it, for one query: it finds candidates and tells what ranks them, so that only the best ones have to be
 * read. It knows the meaning of the query, because a static index has other vectors in each part. `SectionIndex` is the interface of
 * engines that have the sections at hand; see `createCandidateIndex`.
 */
export interface CandidateIndex extends Pick<SectionIndex, 'facts' | 'matches' | 'count' | 'sections'> {
  vocabulary(needs: VocabularyNeeds): Promise<Vocabulary>;
  /** Return the sections nearest to the query in meaning, nearest first. None when its meaning is not known. */
  nearest(lookup: Lookup): Promise<FoundSection[]>;
  /** Return the cosine of sections and the query. Sections without one are left out. */
  cosines(sections: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Return the number of words in the name of each section: the title for the first one of a page, else its own heading. */
  nameLengths(found: readonly FoundSection[]): Promise<ReadonlyMap<number, number>>;
  /** Return which sections have an identifier as it is written. Others are left out. */
  written(
    identifier: Identifier,
    found: readonly FoundSection[],
  ): Promise<ReadonlyMap<number, MatchLocation>>;
  /** Return which expressions each section matches, in the order of the sections. */
  wordsIn(
    found: readonly FoundSection[],
    expressions: readonly WordExpression[],
  ): Promise<readonly WordsOfSection[]>;
}
