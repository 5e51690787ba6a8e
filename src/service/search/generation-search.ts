import { DocsIndex } from '../index/docs-index.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { FOREIGN_SCRIPT } from '../embedding/foreign-script.ts';
import type { OpenedModel } from '../embedding/open-model.ts';
import { contentWords } from './keyword-query.ts';
import { rankSections } from './rank-sections.ts';
import type { QueryMeaning } from './rank-sections.ts';
import type { IndexProgress } from '../index/index-progress.ts';
import { MAX_QUERY_LENGTH, type SearchEngine, type SearchOptions, type SectionHit } from './search-engine.ts';

/** Timeout of embedding a query, in milliseconds. Beyond it, the query is searched by its words. */
const QUERY_EMBEDDING_MILLISECONDS = 2_000;
/**
 * Weight of the cosine for languages that the model was not trained on. Not zero, because product names and loan words still
 * match.
 */
const FOREIGN_LANGUAGE_WEIGHT = 0.3;

/** The search over the current generation of an index. Running searches finish with the generation they began with. */
export class GenerationSearch implements SearchEngine {
  readonly searchable: Promise<void>;
  readonly ready: Promise<void>;
  readonly #closed = new AbortController();
  readonly #listeners = new Set<(progress: IndexProgress) => void>();
  readonly #searches = new Set<Promise<unknown>>();
  readonly #firstIndex = Promise.withResolvers<void>();
  readonly #firstWholeIndex = Promise.withResolvers<void>();
  #index: DocsIndex | undefined;
  #embedder: Embedder | null = null;
  #progress: IndexProgress = {
    phase: 'reading',
    pages: { done: 0, total: 0 },
    generation: 0,
    sections: 0,
    vectors: { done: 0, total: 0 },
    model: null,
    problems: [],
  };

  /** @param model may be shared with other engines, and stays open when this one is closed */
  constructor(model: Promise<OpenedModel>) {
    this.searchable = this.#firstIndex.promise;
    this.ready = Promise.all([model, this.#firstWholeIndex.promise]).then(() => {});
    // Both promises may be ignored by callers.
    this.searchable.catch(() => {});
    this.ready.catch(() => {});
    void model.then((opened) => {
      this.#embedder = opened.embedder;
      this.reportProgress(opened.embedder ? { model: opened.embedder.name } : { modelNote: opened.note });
      if (this.#index) this.#reportVectors(this.#index);
    });
  }

  get progress(): IndexProgress {
    return this.#progress;
  }

  get isReady(): boolean {
    return this.#index?.isPreliminary === false;
  }

  get scopes(): SearchEngine['scopes'] {
    return { versions: this.#index?.versions ?? [], languages: this.#index?.languages ?? [] };
  }

  onProgress(listener: (progress: IndexProgress) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Report progress of the next index to the listeners. */
  reportProgress(change: Partial<IndexProgress>): void {
    this.#progress = { ...this.#progress, ...change };
    for (const listener of this.#listeners) listener(this.#progress);
  }

  /**
   * Load an index and search it from then on. The file must not change any more.
   *
   * @throws Error when the file cannot be read: then the previous index stays
   */
  async open(file: string): Promise<void> {
    const index = DocsIndex.open(file);
    if (!index) {
      throw new Error(
        'The index is damaged, or another version of docs-assistant wrote it: it is built again',
      );
    }
    await index.loadVectors();
    if (this.#closed.signal.aborted) return index.close();
    const before = this.#index;
    this.#index = index;
    before?.close();
    const pages = index.pageCount;
    this.reportProgress({
      phase: index.isPreliminary ? 'embedding' : 'ready',
      pages: { done: pages, total: pages },
      generation: this.#progress.generation + 1,
      sections: index.size,
      problems: index.problems(),
    });
    this.#reportVectors(index);
    this.#firstIndex.resolve();
    if (!index.isPreliminary) this.#firstWholeIndex.resolve();
  }

  /** Report that there is no newer index. Rejects what waits for the first one. */
  fail(error: unknown): void {
    this.#firstIndex.reject(error);
    this.#firstWholeIndex.reject(error);
    const message = error instanceof Error ? error.message : String(error);
    this.reportProgress({
      phase: this.#index ? 'ready' : 'failed',
      problems: [{ file: '', code: 'unreadable', message }],
    });
  }

  search(options: SearchOptions): Promise<SectionHit[]> {
    const search = this.#search({ ...options, query: options.query.slice(0, MAX_QUERY_LENGTH) });
    this.#searches.add(search);
    const end = () => this.#searches.delete(search);
    search.then(end, end);
    return search;
  }

  contentWords(query: string): readonly string[] {
    return this.#index ? contentWords(query.slice(0, MAX_QUERY_LENGTH), this.#index) : [];
  }

  findPage(address: string): string | undefined {
    return this.#index?.findPage(address);
  }

  async close(): Promise<void> {
    const reason = new Error('The search engine is closed');
    // Reject searches that wait for the first index.
    this.#firstIndex.reject(reason);
    this.#firstWholeIndex.reject(reason);
    await Promise.allSettled(this.#searches);
    this.#closed.abort(reason);
    this.#index?.close();
  }

  async #search(options: SearchOptions): Promise<SectionHit[]> {
    this.#closed.signal.throwIfAborted();
    // There may be an index even after a failed start.
    if (!this.#index) await this.searchable;
    const meaning = options.query.trim() === '' ? null : await this.#embedQuery(options);
    // No `await` from here on, so that every section comes from one index.
    this.#closed.signal.throwIfAborted();
    const index = this.#index!;
    return rankSections(index, options, this.#canCompare(index, options) ? meaning : null);
  }

  /**
   * Return whether vectors can be compared. A hybrid search needs nearly all of them, since it would otherwise prefer the few
   * sections that have one.
   */
  #canCompare(index: DocsIndex, { mode = 'hybrid' }: SearchOptions): boolean {
    if (mode === 'keyword' || index.space !== this.#embedder?.space) return false;
    return mode === 'vector' || index.hasEnoughVectors;
  }

  async #embedQuery(options: SearchOptions): Promise<QueryMeaning | null> {
    const { query, mode = 'hybrid', filter } = options;
    if (!this.#embedder || !this.#canCompare(this.#index!, options)) return null;
    const weight = mode === 'vector' ? 1 : meaningWeight(query, filter?.language, this.#embedder);
    if (weight === 0) return null;
    const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<null>();
    const clock = setTimeout(giveUp, QUERY_EMBEDDING_MILLISECONDS, null);
    try {
      const vectors = await Promise.race([this.#embedder.embed([query], { isQuery: true }), tooLate]);
      return vectors?.[0] ? { vector: vectors[0], weight } : null;
    } catch {
      return null;
    } finally {
      clearTimeout(clock);
    }
  }

  #reportVectors(index: DocsIndex): void {
    if (!this.#embedder) return;
    const done = index.space === this.#embedder.space ? index.vectorCount : 0;
    this.reportProgress({ vectors: { done, total: index.size } });
  }
}

function meaningWeight(query: string, language: string | undefined, { isEnglishOnly }: Embedder): number {
  if (!isEnglishOnly) return 1;
  if (FOREIGN_SCRIPT.test(query)) return 0;
  return language && !/^en\b/i.test(language) ? FOREIGN_LANGUAGE_WEIGHT : 1;
}
