import type { Embedder } from '../embedding/embedder.ts';
import { FOREIGN_SCRIPT } from '../embedding/foreign-script.ts';
import type { OpenedModel } from '../embedding/open-model.ts';
import type { IndexFacts } from '../index/index-facts.ts';
import type { IndexProgress } from '../index/index-progress.ts';
import { languagesOf, versionsOf } from '../index/scopes.ts';
import type { ProjectSearch } from './project-search.ts';
import { leaseIndex, type LeasedIndex } from './leased-index.ts';
import {
  MAX_QUERY_LENGTH,
  type QueryMeaning,
  type SearchIndex,
  type SearchOptions,
  type SectionHit,
} from './search-engine.ts';

/** Timeout of embedding a query, in milliseconds. Beyond it, the query is searched by its words. */
const QUERY_EMBEDDING_MILLISECONDS = 2_000;
/**
 * Weight of the cosine for languages that the model was not trained on. Not zero, because product names and loan words still
 * match.
 */
const FOREIGN_LANGUAGE_WEIGHT = 0.3;

/** Share of sections with a vector from which search by meaning is better than search by words alone. */
const ENOUGH_VECTORS_SHARE = 0.9;

const CLOSED = 'The search engine is closed';

/** The search of the current generation of an index. Running searches finish with the generation that they began with. */
export class GenerationSearch implements ProjectSearch {
  readonly searchable: Promise<void>;
  readonly ready: Promise<void>;
  #isClosed = false;
  readonly #listeners = new Set<(progress: IndexProgress) => void>();
  readonly #firstIndex = Promise.withResolvers<void>();
  readonly #firstWholeIndex = Promise.withResolvers<void>();
  #index: LeasedIndex | undefined;
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
      if (this.#index) this.#reportVectors(this.#index.facts);
    });
  }

  get progress(): IndexProgress {
    return this.#progress;
  }

  get isReady(): boolean {
    return this.#index?.facts.isPreliminary === false;
  }

  get scopes(): ProjectSearch['scopes'] {
    const scopes = this.#index?.facts.scopes ?? [];
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

  /** Search an index from now on. It is closed when the next one is in service. */
  open(index: SearchIndex): void {
    const before = this.#index;
    this.#index = leaseIndex(index);
    // A search of the previous index has been answered: nobody waits for it to close.
    before?.release().catch(() => {});
    if (this.#isClosed) {
      this.#index.release().catch(() => {});
      return;
    }
    const { facts } = index;
    this.reportProgress({
      phase: facts.isPreliminary ? 'embedding' : 'ready',
      pages: { done: facts.pages, total: facts.pages },
      generation: this.#progress.generation + 1,
      sections: facts.sections,
      problems: facts.problems,
    });
    this.#reportVectors(facts);
    this.#firstIndex.resolve();
    if (!facts.isPreliminary) this.#firstWholeIndex.resolve();
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

  async search(given: SearchOptions): Promise<SectionHit[]> {
    const options = { ...given, query: given.query.slice(0, MAX_QUERY_LENGTH) };
    const leased = await this.#firstOrCurrent();
    return leased.use(async (index) => {
      const meaning = options.query.trim() === '' ? null : await this.#embedQuery(options, index.facts);
      return index.search(options, meaning);
    });
  }

  async contentWords(query: string): Promise<readonly string[]> {
    return this.#index?.use((index) => index.contentWords(query.slice(0, MAX_QUERY_LENGTH))) ?? [];
  }

  async findPages(addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#index?.use((index) => index.findPages(addresses)) ?? new Map();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const reason = new Error(CLOSED);
    // Reject searches that wait for the first index.
    this.#firstIndex.reject(reason);
    this.#firstWholeIndex.reject(reason);
    await this.#index?.release();
  }

  async #firstOrCurrent(): Promise<LeasedIndex> {
    if (this.#isClosed) throw new Error(CLOSED);
    // There may be an index even after a failed start.
    if (!this.#index) await this.searchable;
    return this.#index!;
  }

  /** Return the meaning of a query, if the vectors of the index can be compared with it. */
  async #embedQuery(options: SearchOptions, facts: IndexFacts): Promise<QueryMeaning | null> {
    const { query, mode = 'hybrid', filter } = options;
    if (!this.#embedder || facts.space !== this.#embedder.space) return null;
    if (mode === 'keyword' || (mode === 'hybrid' && !hasEnoughVectors(facts))) return null;
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

  #reportVectors({ space, vectors, sections }: IndexFacts): void {
    if (!this.#embedder) return;
    this.reportProgress({
      vectors: { done: space === this.#embedder.space ? vectors : 0, total: sections },
    });
  }
}

/** A hybrid search needs nearly all vectors, since it would otherwise prefer the few sections that have one. */
function hasEnoughVectors({ vectors, sections }: IndexFacts): boolean {
  return vectors >= sections * ENOUGH_VECTORS_SHARE;
}

function meaningWeight(query: string, language: string | undefined, { isEnglishOnly }: Embedder): number {
  if (!isEnglishOnly) return 1;
  if (FOREIGN_SCRIPT.test(query)) return 0;
  return language && !/^en\b/i.test(language) ? FOREIGN_LANGUAGE_WEIGHT : 1;
}
