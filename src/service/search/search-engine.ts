import type { DocsFilter, MatchedRange } from '../../protocol/api.ts';
import type { DocsProblem } from '../docs/docs-problem.ts';

/** Longest query that is looked at, in UTF-16 units; the rest is cut. */
export const MAX_QUERY_LENGTH = 1_000;

/** A stretch of a page between two headings: what is found, quoted and linked. */
export interface Section {
  /** Unique in the index and stable while path and heading stay: `v6/en/guides/middleware#basic-usage`. */
  id: string;
  /** Site path of the page, without leading slash; empty for the front page. */
  path: string;
  /** Place in the index: sections of one page are numbered as they are read. */
  place: number;
  /** Title of the page. */
  title: string;
  /** Description of the page, from its frontmatter. */
  description?: string;
  /** Headings above and including the section, outermost first, without the page's title. Empty before the first heading. */
  headings: string[];
  /** Fragment of the section on its page, without `#`. Missing before the first heading. */
  anchor?: string;
  version?: string;
  language?: string;
  /** Markdown of the section without its own heading: prose, lists, tables and fenced code, components resolved. */
  content: string;
  /** Relative reference to the section: path, `#`, anchor, percent-encoded. */
  href: string;
}

/** A section that answers a query. */
export interface SectionHit {
  section: Section;
  /** Fused relevance; comparable within one answer only. */
  score: number;
  /** Cosine of query and section, -1 to 1: says whether anything fits at all. `null` while there are no vectors. */
  closeness: number | null;
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

/** What the engine is doing. */
export interface IndexProgress {
  /** `reading` files, `embedding` sections, `ready`, or `failed` when the folder could not be read at all. */
  phase: 'reading' | 'embedding' | 'ready' | 'failed';
  pages: { done: number; total: number };
  /** Counts the indexes that were put into service since the start; 0: none yet. */
  generation: number;
  /** Sections of the index that is searched at this moment. */
  sections: number;
  /** Sections whose meaning is known. `total` is 0 without an embedding model. */
  vectors: { done: number; total: number };
  /** Name of the embedding model; `null` while it is loaded, and where sections are found by their words only: `modelNote` says why. */
  model: string | null;
  modelNote?: string;
  /** Files that could not be read as meant, and failed embeddings. */
  problems: readonly DocsProblem[];
}

export interface SearchEngine {
  /** Best first. Waits for `searchable`. Never rejects because of what the query holds. */
  search(options: SearchOptions): Promise<SectionHit[]>;
  /** Folded words that say what a query is about, without those of any question. Empty before `searchable`. */
  tellingWords(query: string): readonly string[];
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
