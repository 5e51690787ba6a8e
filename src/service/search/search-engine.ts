import type { DocsFilter, MatchedRange } from '../../protocol/api.ts';
import type { IndexProgress } from '../index/index-progress.ts';
import type { Section } from '../index/section.ts';

/** Longest query in UTF-16 units; the rest is cut. */
export const MAX_QUERY_LENGTH = 1_000;

/** A section that answers a query. */
export interface SectionHit {
  section: Section;
  /** Fused relevance. Comparable within one result only. */
  score: number;
  /** Cosine of query and section, -1 to 1, which shows whether anything matches at all. `null` while there are no vectors. */
  cosine: number | null;
  /** Words of the query in `section.content`: UTF-16 offsets, in order, without overlap. */
  ranges: MatchedRange[];
}

/** Search by words, by meaning or by both. */
export type SearchMode = 'hybrid' | 'keyword' | 'vector';

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
}

export interface SearchEngine {
  /** Return hits, best first. Waits for `searchable`. No query causes an error. */
  search(options: SearchOptions): Promise<SectionHit[]>;
  /** Return the folded words of a query without stop words. Empty before `searchable`. */
  contentWords(query: string): readonly string[];
  /**
   * Return the site path of the page at an address, in which slashes, `index` and extension may be missing or different;
   * `undefined` if there is none.
   */
  findPage(address: string): string | undefined;
  readonly progress: IndexProgress;
  /** Whether a complete index is in service, even while the next one is built or has failed. */
  readonly isReady: boolean;
  /** Versions and languages of the documentation, sorted. */
  readonly scopes: { versions: readonly string[]; languages: readonly string[] };
  /** Resolves when keyword search works. Rejects when the first index cannot be built. */
  readonly searchable: Promise<void>;
  /** Resolves when the first index is complete, vectors included. Rejects when it cannot be built. */
  readonly ready: Promise<void>;
  /** Call back at each change of `progress`. @returns the function that removes the listener */
  onProgress(listener: (progress: IndexProgress) => void): () => void;
  /** Close the files. Running searches are answered. */
  close(): Promise<void>;
}
