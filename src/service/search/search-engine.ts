import type { DocsFilter, MatchedRange } from '../../protocol/api.ts';
import type { IndexProgress } from '../index/index-progress.ts';
import type { Section } from '../index/section.ts';

/** Longest query that is looked at, in UTF-16 units; the rest is cut. */
export const MAX_QUERY_LENGTH = 1_000;

/** A section that answers a query. */
export interface SectionHit {
  section: Section;
  /** Fused relevance; comparable within one answer only. */
  score: number;
  /** Cosine of query and section, -1 to 1: says whether anything fits at all. `null` while there are no vectors. */
  cosine: number | null;
  /** Where `section.content` holds words of the query: UTF-16 offsets, in order, not overlapping. */
  ranges: MatchedRange[];
}

/** How the engine looks: by words, by meaning or by both. */
export type SearchMode = 'hybrid' | 'keyword' | 'vector';

export interface SearchOptions {
  /** What the visitor typed. Cut after `MAX_QUERY_LENGTH` characters. */
  query: string;
  /** Only sections of this version and language. A page that belongs to none is found under every filter. */
  filter?: DocsFilter | null;
  /** Number of hits, 1 to 50. Default 10. */
  pageSize?: number;
  /** Default `hybrid`; it equals `keyword` until nearly all vectors are there and when there is no embedding model. */
  mode?: SearchMode;
  /**
   * How many sections of one page may stand among the hits before every page found has had its turn. Default 1, which suits
   * a list of results; a retrieval for an answer takes 2 or 3.
   */
  sectionsPerPage?: number;
}

export interface SearchEngine {
  /** Best first. Waits for `searchable`. Never rejects because of what the query holds. */
  search(options: SearchOptions): Promise<SectionHit[]>;
  /** Folded words that say what a query is about, without those of any question. Empty before `searchable`. */
  contentWords(query: string): readonly string[];
  /** Return the site path of the page at an address, which may lack slashes, `index` and ending, or have others; `undefined`: there is none. */
  findPage(address: string): string | undefined;
  readonly progress: IndexProgress;
  /** A complete index is in service, also while the next one is built or has failed. */
  readonly isReady: boolean;
  /** Versions and languages that the documentation has, sorted. */
  readonly scopes: { versions: readonly string[]; languages: readonly string[] };
  /** Keyword search works. Rejects when the first index cannot be made. */
  readonly searchable: Promise<void>;
  /** The first index is complete, vectors included. Rejects when it cannot be made. */
  readonly ready: Promise<void>;
  /** Calls back at each change of `progress`; returns the function that ends it. */
  onProgress(listener: (progress: IndexProgress) => void): () => void;
  /** Closes the files. Searches under way are answered. */
  close(): Promise<void>;
}
