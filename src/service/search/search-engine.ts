import type { DocsFilter, MatchedRange } from '../../protocol/api.ts';
import type { IndexContent } from '../index/index-content.ts';
import type { IndexFacts } from '../index/index-facts.ts';
import type { Section, SectionRange } from '../index/section.ts';
import type { Generation } from '../storage/service-store.ts';
import type { Evidence } from './evidence.ts';

/** Longest query in UTF-16 units; the rest is cut. */
export const MAX_QUERY_LENGTH = 1_000;

/**
 * A system that stores the indexes of projects and searches them. The default searches files in a thread of this process; an engine on a
 * shared system serves any number of processes from one index.
 *
 * An index is stored as a whole by the process that built it, published, and then opened by every process. Whatever a method
 * throws is reported, and the index in service stays.
 */
export interface SearchEngine {
  /** Name in messages. */
  readonly name: string;
  /**
   * Store an index, so that every process can open it. Returns at once if it is stored already, and replaces what a process that
   * was killed has left of it. One process at a time stores indexes of a project.
   *
   * @param signal aborted when the update is, or its process stops
   */
  store(index: StoredIndex, content: IndexContent, signal: AbortSignal): Promise<void>;
  /** Open an index for searching. @throws Error when it is not stored */
  open(generation: Generation): Promise<SearchIndex>;
  /**
   * Remove the indexes of a project except some. Other processes may search a removed one for some seconds, until they have opened
   * the next.
   *
   * @param kept hashes of the indexes to keep
   */
  prune(projectId: string, kept: readonly string[]): Promise<void>;
  /** Release connections and files. All indexes are closed by then. */
  close(): Promise<void>;
}

/** An index as an engine knows it: by its project and the SHA-256 of its file, in hexadecimal. */
export type StoredIndex = Pick<Generation, 'projectId' | 'hash'>;

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
  /** Release what it holds. Called once, when no search uses it any more. */
  close(): Promise<void>;
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
