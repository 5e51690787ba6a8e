import {
  MAX_QUERY_LENGTH,
  type SearchIndex,
  type SearchOptions,
  type SectionHit,
  type WantedSections,
} from '../../engine/ranking/search-index.ts';
import type { IndexFacts } from '../../engine/sections/index-facts.ts';
import type { Section } from '../../engine/sections/section.ts';
import { languagesOf, versionsOf } from '../../engine/sections/scopes.ts';
import type { IndexProgress } from '../index/index-progress.ts';
import type { Embedder } from '../models/embedder.ts';
import type { OpenedModel } from '../models/open-model.ts';
import type { Reranker } from '../models/reranker.ts';
import { IndexCache } from './index-cache.ts';
import { IndexHandle, type OpenIndex } from './index-handle.ts';
import type { ProjectSearch } from './project-search.ts';
import { createSearchPipeline, type SearchPipeline } from './search-pipeline.ts';

export interface GenerationSearchOptions {
  /** Shared with the other projects of a service. Default: this index is never evicted. */
  indexCache?: IndexCache;
  /**
   * Languages in which pages are searched that lack a translation: the first one that has pages. Default the one with most
   * sections.
   */
  fallbackLanguages?: readonly (string | undefined)[];
  /** The cross-encoder, shared like the model. Default none. */
  reranker?: Promise<Reranker | null>;
}

/** The search of the current generation of an index, and the progress of the next one. */
export class GenerationSearch implements ProjectSearch {
  readonly searchable: Promise<void>;
  readonly ready: Promise<void>;
  readonly #listeners = new Set<(progress: IndexProgress) => void>();
  readonly #firstWholeIndex = Promise.withResolvers<void>();
  readonly #index: IndexHandle;
  readonly #search: SearchPipeline;
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

  /** @param model may be shared with other searches, and stays open when this one is closed */
  constructor(
    model: Promise<OpenedModel>,
    {
      indexCache = new IndexCache(Infinity),
      fallbackLanguages = [],
      reranker = Promise.resolve(null),
    }: GenerationSearchOptions = {},
  ) {
    this.#index = new IndexHandle(indexCache, (facts, isNew) => this.#reportIndex(facts, isNew));
    this.#search = createSearchPipeline({ embedder: () => this.#embedder, reranker, fallbackLanguages });
    this.searchable = this.#index.available;
    this.ready = Promise.all([model, this.#firstWholeIndex.promise]).then(() => {});
    // The promise may be ignored by callers.
    this.ready.catch(() => {});
    void model.then((opened) => {
      this.#embedder = opened.embedder;
      this.reportProgress(opened.embedder ? { model: opened.embedder.name } : { modelNote: opened.note });
      if (this.#index.facts) this.#reportVectors(this.#index.facts);
    });
  }

  get progress(): IndexProgress {
    return this.#progress;
  }

  get isReady(): boolean {
    const { facts, isEvicted } = this.#index;
    return facts ? !facts.isPreliminary : isEvicted;
  }

  get scopes(): ProjectSearch['scopes'] {
    const scopes = this.#index.facts?.scopes ?? [];
    return { versions: versionsOf(scopes), languages: languagesOf(scopes) };
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

  /** Take a new generation into service; see {@link IndexHandle.offer}. */
  offer(open: OpenIndex): Promise<void> {
    return this.#index.offer(open);
  }

  /** Search an index from now on. It is closed when the next one is in service. */
  open(index: SearchIndex): void {
    this.#index.replace(index);
  }

  /** Close the index until the next search. Running searches are answered. */
  evict(): void {
    this.#index.evict();
  }

  /** Report that there is no newer index. Rejects what waits for the first one. */
  fail(error: unknown): void {
    this.#index.fail(error);
    this.#firstWholeIndex.reject(error);
    const message = error instanceof Error ? error.message : String(error);
    this.reportProgress({
      phase: this.#index.isAvailable ? 'ready' : 'failed',
      problems: [{ file: '', code: 'unreadable', message }],
    });
  }

  search(given: SearchOptions, signal?: AbortSignal): Promise<SectionHit[]> {
    const options = { ...given, query: given.query.slice(0, MAX_QUERY_LENGTH) };
    return this.#index.use((index) => this.#search(index, options, signal));
  }

  async contentWords(query: string, language?: string): Promise<readonly string[]> {
    if (!this.#index.isAvailable) return [];
    return this.#index.use((index) => index.contentWords(query.slice(0, MAX_QUERY_LENGTH), language));
  }

  async findPages(addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#index.isAvailable ? this.#index.use((index) => index.findPages(addresses)) : new Map();
  }

  async readSections(wanted: WantedSections): Promise<readonly Section[]> {
    return this.#index.isAvailable ? this.#index.use((index) => index.readSections(wanted)) : [];
  }

  async close(): Promise<void> {
    this.#firstWholeIndex.reject(new Error('The search engine is closed'));
    await this.#index.close();
  }

  #reportIndex(facts: IndexFacts | null, isNew: boolean): void {
    const generation = this.#progress.generation + (isNew ? 1 : 0);
    if (!facts) this.reportProgress({ phase: 'ready', generation });
    else {
      const { isPreliminary, pages, sections, problems } = facts;
      this.reportProgress({
        sections,
        ...(isNew && {
          phase: isPreliminary ? 'embedding' : 'ready',
          pages: { done: pages, total: pages },
          generation,
          problems,
        }),
      });
      this.#reportVectors(facts);
    }
    if (!facts?.isPreliminary) this.#firstWholeIndex.resolve();
  }

  #reportVectors({ space, vectors, sections }: IndexFacts): void {
    if (!this.#embedder) return;
    this.reportProgress({
      vectors: { done: space === this.#embedder.space ? vectors : 0, total: sections },
    });
  }
}
