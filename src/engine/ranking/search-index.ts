import type { DocsFilter, MatchedRange } from '../../protocol/api.ts';
import type { IndexFacts } from '../sections/index-facts.ts';
import type { Section, SectionRange } from '../sections/section.ts';
import type { Evidence } from './evidence.ts';

/** Maximum length of a query in UTF-16 units; the rest is cut. */
export const MAX_QUERY_LENGTH = 1_000;

/** An index of one project, open for searching. Immutable. */
export interface SearchIndex {
  readonly facts: IndexFacts;
  /**
   * Return hits, best first. No query causes an error.
   *
   * @param meaning the meaning of the query; `null`: search by words only
   * @param signal aborted when nobody waits for the result any more, so that the search may be left out
   */
  search(options: SearchOptions, meaning: QueryMeaning | null, signal?: AbortSignal): Promise<SectionHit[]>;
  /**
   * Return the folded words of a query without stop words, or all its words if it has no others.
   *
   * @param language language of the page that it was asked on
   */
  contentWords(query: string, language?: string): Promise<readonly string[]>;
  /**
   * Return the site paths of the pages at addresses, in which slashes, `index` and extension may be missing or different. An
   * address without a page is left out.
   */
  findPages(addresses: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Return the site paths of the pages in a range of sections, in any order. */
  pagePaths(range: SectionRange): Promise<readonly string[]>;
  /** Return sections by their place, in order: those around one that was found, or all of a small documentation. */
  readSections(wanted: WantedSections): Promise<readonly Section[]>;
  /** Release what it holds. Called once, when no search uses it any more. */
  close(): Promise<void>;
}

/** Sections by their place in the index, and not by a query. */
export interface WantedSections {
  /** Default: of every version and language. */
  filter?: DocsFilter | null | undefined;
  /** Places, both included. Default: all. */
  range?: SectionRange;
  /** If there are more, none is returned: a part would be taken for the whole. */
  limit: number;
}

/** A section that answers a query. */
export interface SectionHit {
  section: Section;
  /** Fused relevance. Comparable within one result only. */
  score: number;
  /** Cosine of query and section, -1 to 1, which shows whether anything matches at all. `null` while there are no vectors. */
  cosine: number | null;
  /** Words of the query in `section.content`: UTF-16 offsets, in order, without overlap. */
  ranges: MatchedRange[];
  /** Whether no section has a word of the query, so that this one is found by its meaning alone. Missing: `false`. */
  isRelated?: true;
  /** Words of the query that no section has, and this one in no other spelling either. Missing: none. */
  missing?: string[];
  /** Names of options, functions and the like in the query that no section has, with `withEvidence`. Missing: none. */
  unknownNames?: string[];
  /** How well the section answers the query, with `withEvidence`. */
  evidence?: Evidence;
}

/** Search by words, by meaning or by both. */
export type SearchMode = 'hybrid' | 'keyword' | 'vector';

/** The meaning of a query, if it is known. */
export interface QueryMeaning {
  /** Of length 1, in the space of the index. */
  vector: Float32Array;
  /** Weight of the cosine, 0 to 1: lower if the model was not trained on the language. */
  weight: number;
}

/** A search. */
export interface SearchOptions {
  /** Query as typed. Cut after `MAX_QUERY_LENGTH` characters. */
  query: string;
  /** Only sections of this version and language. A page without version or language passes every filter. */
  filter?: DocsFilter | null;
  /** Number of hits, 1 to 50. Default 10. */
  pageSize?: number;
  /** Default `hybrid`. It equals `keyword` until nearly all vectors are there and without an embedding model. */
  mode?: SearchMode;
  /**
   * Sections of one page among the hits before every other page found has one. Default 1, for a list of results; use 2 or 3 for
   * an answer.
   */
  sectionsPerPage?: number;
  /** Whether to weigh how well the hits answer the query, which takes some more look-ups of its words. Default `false`. */
  withEvidence?: boolean;
  /** Whether the best hits are reordered by a cross-encoder, where there is one, which takes up to two seconds. Default `false`. */
  rerank?: boolean;
}
