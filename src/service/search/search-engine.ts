import type { DocsFilter, MatchedRange } from '../../protocol/api.ts';
import type { DocsLimits } from '../docs/docs-limits.ts';
import type { DocsProblem } from '../docs/docs-problem.ts';
import type { EmbeddingModelOptions } from '../index/open-embedder.ts';
import { FolderSearchEngine } from './folder-search-engine.ts';

export { MAX_QUERY_LENGTH } from './folder-search-engine.ts';
export type { EmbeddingModelOptions };

/** A stretch of a page between two headings: what is found, quoted and linked. */
export interface Section {
  /** Unique in the index and stable while path and heading stay: `v6/en/guides/middleware#basic-usage`. */
  id: string;
  /** Site path of the page, without leading slash; empty for the front page. */
  path: string;
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
  /** Address relative to the site: path, `#`, anchor. */
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
  /** Sections of the index that is searched at this moment. */
  sections: number;
  /** Sections whose meaning is known. `total` is 0 without an embedding model. */
  vectors: { done: number; total: number };
  /** Name of the embedding model; `null`: keyword search only, and `modelNote` says why. */
  model: string | null;
  modelNote?: string;
  /** Files that could not be read as meant, and failed embeddings. */
  problems: readonly DocsProblem[];
}

/** What a pass over the folder changed. */
export interface ReindexReport {
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  problems: readonly DocsProblem[];
}

export interface SearchEngine {
  /** Best first. Waits for `searchable`. Never rejects because of what the query holds. */
  search(options: SearchOptions): Promise<SectionHit[]>;
  /** Folded words that say what a query is about, without those of any question. Empty before `searchable`. */
  tellingWords(query: string): readonly string[];
  readonly progress: IndexProgress;
  /** Versions and languages that the documentation has, sorted. */
  readonly scopes: { versions: readonly string[]; languages: readonly string[] };
  /** Keyword search works. Rejects when the folder cannot be read. */
  readonly searchable: Promise<void>;
  /** The first index is complete, vectors included. Rejects when the folder cannot be read. */
  readonly ready: Promise<void>;
  /** Calls back at each change of `progress`; returns the function that ends it. */
  onProgress(listener: (progress: IndexProgress) => void): () => void;
  /**
   * Reads the folder again. Only changed files are parsed, only changed sections embedded; searches see the old index until
   * the new one is complete. Calls during a pass share the next one.
   */
  reindex(): Promise<ReindexReport>;
  /** Stops background work and closes the files. Searches under way are answered. */
  close(): Promise<void>;
}

export interface SearchEngineOptions {
  /** The folder with `.md` and `.mdx` files. */
  dir: string;
  /** Where the index and the vectors are kept. Created when missing. One engine per folder. */
  dataDir: string;
  /** Path segments that are versions. Default: recognised (`v6`, `2.1`, `latest` beside one of them); `[]`: none. */
  versions?: readonly string[];
  /** Path segments that are languages. Default: recognised (`en`, `pt-br`, two of them or `en`); `[]`: none. */
  languages?: readonly string[];
  /** Version of pages that say none. Default: none, found under every version. */
  defaultVersion?: string;
  /** Language of pages that say none. Default: none, found under every language. */
  defaultLanguage?: string;
  /**
   * Where the meaning of texts comes from: the folder of a sentence-embedding model or an OpenAI-compatible endpoint; `null` for
   * keyword search only. Default: `embeddingModelFromEnvironment()`.
   */
  model?: EmbeddingModelOptions | null;
  /** Bounds on what is read, each with its default in `DEFAULT_DOCS_LIMITS`. */
  limits?: Partial<DocsLimits>;
}

/** Opens or builds the index of a folder and starts to keep it: returns at once, see `searchable` and `ready`. */
export function createSearchEngine(options: SearchEngineOptions): SearchEngine {
  return new FolderSearchEngine(options);
}
