import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEFAULT_DOCS_LIMITS } from '../docs/docs-limits.ts';
import type { DocsProblem } from '../docs/docs-problem.ts';
import { readLanguage, readVersion } from '../docs/page-scope.ts';
import type { BuildReport } from '../index/build-index.ts';
import { DocsIndex } from '../index/docs-index.ts';
import { embedSections, readKnownVectors } from '../index/embed-sections.ts';
import type { Embedder } from '../index/embedder.ts';
import { removeOtherIndexes } from '../index/index-file.ts';
import { embeddingModelFromEnvironment, openEmbedder } from '../index/open-embedder.ts';
import { refreshIndex } from '../index/refresh-index.ts';
import { VectorStore } from '../storage/vector-store.ts';
import { tellingWords } from './keyword-query.ts';
import { rankSections } from './rank-sections.ts';
import type { QueryMeaning } from './rank-sections.ts';
import type {
  IndexProgress,
  ReindexReport,
  SearchEngine,
  SearchEngineOptions,
  SearchOptions,
  SectionHit,
} from './search-engine.ts';

/** Longest query that is looked at, in UTF-16 units; the rest is cut. */
export const MAX_QUERY_LENGTH = 1_000;
/** How long a query waits for its meaning, in milliseconds; then it is answered by its words. */
const QUERY_EMBEDDING_MILLISECONDS = 2_000;
/** What nearness in meaning counts in a language that the model was not trained on: product names and loan words still help. */
const FOREIGN_LANGUAGE_WEIGHT = 0.5;
/** Scripts that an English model does not read at all. */
const FOREIGN_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

const VECTORS_FILE = 'vectors.sqlite';

/** Searches a folder of Markdown through an index that it keeps in SQLite files. */
export class FolderSearchEngine implements SearchEngine {
  readonly searchable: Promise<void>;
  readonly ready: Promise<void>;
  readonly #options: SearchEngineOptions;
  readonly #dataDir: string;
  readonly #closed = new AbortController();
  readonly #listeners = new Set<(progress: IndexProgress) => void>();
  readonly #searches = new Set<Promise<unknown>>();
  readonly #firstIndex = Promise.withResolvers<void>();
  readonly #model: Promise<void>;
  #index: DocsIndex | undefined;
  #embedder: Embedder | undefined;
  #vectors: VectorStore | undefined;
  #progress: IndexProgress = {
    phase: 'reading',
    pages: { done: 0, total: 0 },
    sections: 0,
    vectors: { done: 0, total: 0 },
    model: null,
    problems: [],
  };
  #pass: Promise<ReindexReport>;
  #nextPass: Promise<ReindexReport> | undefined;

  constructor(options: SearchEngineOptions) {
    this.#options = options;
    this.#dataDir = resolve(options.dataDir);
    mkdirSync(this.#dataDir, { recursive: true });
    this.#index = DocsIndex.open(this.#dataDir);
    if (this.#index) this.#firstIndex.resolve();
    this.#model = this.#openModel();
    this.#pass = this.#runPass();
    this.searchable = this.#firstIndex.promise;
    this.ready = this.#pass.then(() => {});
    // Whoever waits for them is told; nobody needs to.
    this.searchable.catch(() => {});
    this.ready.catch(() => {});
  }

  get progress(): IndexProgress {
    return this.#progress;
  }

  get scopes(): SearchEngine['scopes'] {
    return { versions: this.#index?.versions ?? [], languages: this.#index?.languages ?? [] };
  }

  onProgress(listener: (progress: IndexProgress) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  search(options: SearchOptions): Promise<SectionHit[]> {
    const search = this.#search({ ...options, query: options.query.slice(0, MAX_QUERY_LENGTH) });
    this.#searches.add(search);
    const end = () => this.#searches.delete(search);
    search.then(end, end);
    return search;
  }

  tellingWords(query: string): readonly string[] {
    return this.#index ? tellingWords(query.slice(0, MAX_QUERY_LENGTH), this.#index) : [];
  }

  reindex(): Promise<ReindexReport> {
    this.#nextPass ??= this.#pass
      .catch(() => {})
      .then(() => {
        this.#nextPass = undefined;
        return (this.#pass = this.#runPass());
      });
    return this.#nextPass;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#searches);
    this.#closed.abort(new Error('The search engine is closed'));
    await Promise.allSettled([this.#pass, this.#nextPass, this.#model]);
    await this.#embedder?.close();
    this.#vectors?.close();
    this.#index?.close();
  }

  async #search(options: SearchOptions): Promise<SectionHit[]> {
    this.#closed.signal.throwIfAborted();
    // After a failed start a later pass may have made an index.
    if (!this.#index) await this.searchable;
    const meaning = options.query.trim() === '' ? null : await this.#meaningOf(options);
    // From here on nothing waits, so that every section comes from one index.
    this.#closed.signal.throwIfAborted();
    return rankSections(this.#index!, options, meaning);
  }

  async #meaningOf({ query, mode = 'hybrid', filter }: SearchOptions): Promise<QueryMeaning | null> {
    if (!this.#embedder || mode === 'keyword') return null;
    if (mode === 'hybrid' && !this.#index!.hasEnoughVectors) return null;
    const weight = mode === 'vector' ? 1 : meaningWeight(query, filter?.language, this.#embedder);
    if (weight === 0) return null;
    const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<null>();
    const clock = setTimeout(giveUp, QUERY_EMBEDDING_MILLISECONDS, null);
    try {
      const vectors = await Promise.race([this.#embedder.embed([query]), tooLate]);
      return vectors?.[0] ? { vector: vectors[0], weight } : null;
    } catch {
      return null;
    } finally {
      clearTimeout(clock);
    }
  }

  async #openModel(): Promise<void> {
    const options = this.#options.model === undefined ? embeddingModelFromEnvironment() : this.#options.model;
    if (options === null) {
      this.#tell({ modelNote: 'No embedding model is configured: sections are found by their words only.' });
      return;
    }
    try {
      this.#embedder = await openEmbedder(options);
      this.#vectors = VectorStore.open(join(this.#dataDir, VECTORS_FILE), this.#embedder.space);
      this.#tell({ model: this.#embedder.name });
      if (this.#index) readKnownVectors(this.#index, this.#vectors);
    } catch (error) {
      this.#tell({ modelNote: `Sections are found by their words only: ${messageOf(error)}` });
    }
  }

  /** Reads the folder, brings index and vectors up to date and puts them into service. */
  async #runPass(): Promise<ReindexReport> {
    try {
      const { signal } = this.#closed;
      this.#tell({ phase: 'reading', problems: [] });
      const { name, ...report } = await this.#readFolder();
      await this.#model;
      signal.throwIfAborted();
      const embedding = await this.#serve(name);
      const problems = [...report.problems, ...embedding];
      this.#tell({ phase: 'ready', problems });
      return { ...report, problems };
    } catch (error) {
      this.#firstIndex.reject(error);
      if (!this.#closed.signal.aborted) {
        this.#tell({
          phase: 'failed',
          problems: [{ file: '', code: 'unreadable', message: messageOf(error) }],
        });
      }
      throw error;
    }
  }

  #readFolder(): Promise<BuildReport> {
    const { dir, versions, languages, defaultVersion, defaultLanguage, limits } = this.#options;
    const version = readVersion(defaultVersion);
    const language = readLanguage(defaultLanguage);
    return refreshIndex(
      {
        ...{ dir: resolve(dir), dataDir: this.#dataDir, versions, languages },
        defaults: { ...(version !== undefined && { version }), ...(language !== undefined && { language }) },
        limits: { ...DEFAULT_DOCS_LIMITS, ...limits },
      },
      ({ done, total }) => this.#tell({ pages: { done, total } }),
      this.#closed.signal,
    );
  }

  /**
   * Serves an index. The first one is searched by its words while its vectors are made; a later one takes over when it is
   * complete.
   */
  async #serve(name: string): Promise<DocsProblem[]> {
    const before = this.#index;
    const index = before?.name === name ? before : DocsIndex.open(this.#dataDir, name);
    if (!index) throw new Error('The index cannot be read back');
    const canWait = before !== undefined && (!this.#embedder || before.hasEnoughVectors);
    if (!canWait) this.#replaceIndex(index);
    try {
      const problems = await this.#embed(index);
      if (canWait) this.#replaceIndex(index);
      return problems;
    } finally {
      if (this.#index !== index) index.close();
    }
  }

  #replaceIndex(index: DocsIndex): void {
    const before = this.#index;
    this.#index = index;
    if (before !== index) before?.close();
    removeOtherIndexes(this.#dataDir, index.name);
    this.#firstIndex.resolve();
    this.#tell({ sections: index.size });
  }

  async #embed(index: DocsIndex): Promise<DocsProblem[]> {
    if (!this.#embedder || !this.#vectors) return [];
    const tellVectors = () => this.#tell({ vectors: { done: index.vectorCount, total: index.size } });
    this.#tell({ phase: 'embedding' });
    try {
      await embedSections(index, this.#embedder, this.#vectors, tellVectors, this.#closed.signal);
      this.#vectors.keepOnly(index.textHashes());
      return [];
    } catch (error) {
      if (this.#closed.signal.aborted) throw error;
      return [{ file: '', code: 'embedding', message: messageOf(error) }];
    }
  }

  #tell(change: Partial<IndexProgress>): void {
    this.#progress = { ...this.#progress, ...change };
    for (const listener of this.#listeners) listener(this.#progress);
  }
}

function meaningWeight(query: string, language: string | undefined, { isEnglishOnly }: Embedder): number {
  if (!isEnglishOnly) return 1;
  if (FOREIGN_SCRIPT.test(query)) return 0;
  return language && !/^en\b/i.test(language) ? FOREIGN_LANGUAGE_WEIGHT : 1;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
