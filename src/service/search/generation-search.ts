import type { Embedder } from '../models/embedder.ts';
import { FOREIGN_SCRIPT } from '../models/foreign-script.ts';
import type { OpenedModel } from '../models/open-model.ts';
import type { IndexFacts } from '../../engine/sections/index-facts.ts';
import type { IndexProgress } from '../index/index-progress.ts';
import { detectLanguage } from '../../engine/language/detect-language.ts';
import { languagesOf, versionsOf } from '../../engine/sections/scopes.ts';
import type { Reranker } from '../models/reranker.ts';
import { OpenIndexes } from './open-indexes.ts';
import { rerankedIndex } from './reranked-index.ts';
import type { ProjectSearch } from './project-search.ts';
import { EngineUnavailable } from './engine-unavailable.ts';
import { LanguageFallback } from '../../engine/ranking/language-fallback.ts';
import { leaseIndex, type LeasedIndex } from './leased-index.ts';
import {
  MAX_QUERY_LENGTH,
  type QueryMeaning,
  type SearchIndex,
  type SearchOptions,
  type SectionHit,
} from '../../engine/ranking/search-index.ts';

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

export interface GenerationSearchOptions {
  /** Shared with the other projects of a service. Default: this index is never put aside. */
  openIndexes?: OpenIndexes;
  /**
   * Languages in which pages are searched that lack a translation: the first one that has pages. Default the one with most
   * sections.
   */
  fallbackLanguages?: readonly (string | undefined)[];
  /** The cross-encoder, shared like the model. Default none. */
  reranker?: Promise<Reranker | null>;
}

/** Opens an index. */
type OpenIndex = () => Promise<SearchIndex>;

/**
 * The search of the current generation of an index. Running searches finish with the generation that they began with. An index that
 * is put aside is opened again by the next search.
 */
export class GenerationSearch implements ProjectSearch {
  readonly searchable: Promise<void>;
  readonly ready: Promise<void>;
  #isClosed = false;
  readonly #listeners = new Set<(progress: IndexProgress) => void>();
  readonly #firstIndex = Promise.withResolvers<void>();
  readonly #firstWholeIndex = Promise.withResolvers<void>();
  readonly #openIndexes: OpenIndexes;
  readonly #fallbackLanguages: readonly (string | undefined)[];
  #index: LeasedIndex | undefined;
  /** Those of the current index. */
  #languages: LanguageFallback | undefined;
  /** Facts of the current generation; `undefined` before it was opened. */
  #facts: IndexFacts | undefined;
  /** Opens the current generation again. */
  #reopen: OpenIndex | undefined;
  /** Whether the current generation waits for a search to be opened. */
  #isResting = false;
  #opening: Promise<void> | undefined;
  #embedder: Embedder | null = null;
  readonly #reranker: Promise<Reranker | null>;
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
      openIndexes = new OpenIndexes(Infinity),
      fallbackLanguages = [],
      reranker = Promise.resolve(null),
    }: GenerationSearchOptions = {},
  ) {
    this.#openIndexes = openIndexes;
    this.#reranker = reranker;
    this.#fallbackLanguages = fallbackLanguages;
    this.searchable = this.#firstIndex.promise;
    this.ready = Promise.all([model, this.#firstWholeIndex.promise]).then(() => {});
    // Both promises may be ignored by callers.
    this.searchable.catch(() => {});
    this.ready.catch(() => {});
    void model.then((opened) => {
      this.#embedder = opened.embedder;
      this.reportProgress(opened.embedder ? { model: opened.embedder.name } : { modelNote: opened.note });
      if (this.#facts) this.#reportVectors(this.#facts);
    });
  }

  get progress(): IndexProgress {
    return this.#progress;
  }

  get isReady(): boolean {
    return this.#facts ? !this.#facts.isPreliminary : this.#isResting;
  }

  get scopes(): ProjectSearch['scopes'] {
    const scopes = this.#facts?.scopes ?? [];
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

  /**
   * Take a new generation into service: at once if the index is in use or there is room for one more, else with the next search.
   *
   * @throws Error when it cannot be opened at once: then the previous one stays
   */
  async offer(open: OpenIndex): Promise<void> {
    if (this.#index !== undefined || this.#openIndexes.hasRoom) {
      this.open(await open());
      this.#reopen = open;
      return;
    }
    this.#reopen = open;
    this.#isResting = true;
    this.#facts = undefined;
    this.reportProgress({ phase: 'ready', generation: this.#progress.generation + 1 });
    this.#firstIndex.resolve();
    this.#firstWholeIndex.resolve();
  }

  /** Close the index until the next search. Running searches are answered. */
  putAside(): void {
    this.#isResting = true;
    this.#index?.release().catch(() => {});
    this.#index = undefined;
  }

  /** Search an index from now on. It is closed when the next one is in service. */
  open(index: SearchIndex): void {
    this.#serve(index);
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
      phase: this.#isSearchable ? 'ready' : 'failed',
      problems: [{ file: '', code: 'unreadable', message }],
    });
  }

  async search(given: SearchOptions, signal?: AbortSignal): Promise<SectionHit[]> {
    const options = { ...given, query: given.query.slice(0, MAX_QUERY_LENGTH) };
    return this.#use(async (index, languages) => {
      const vector =
        options.query.trim() === '' ? null : await this.#embedQuery(options, index.facts, signal);
      return languages.search(options, (language) => this.#weigh(vector, options, language), signal);
    });
  }

  async contentWords(query: string, language?: string): Promise<readonly string[]> {
    if (!this.#isSearchable) return [];
    return this.#use((index) => index.contentWords(query.slice(0, MAX_QUERY_LENGTH), language));
  }

  async findPages(addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#isSearchable ? this.#use((index) => index.findPages(addresses)) : new Map();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#openIndexes.remove(this);
    const reason = new Error(CLOSED);
    // Reject searches that wait for the first index.
    this.#firstIndex.reject(reason);
    this.#firstWholeIndex.reject(reason);
    await this.#index?.release();
  }

  get #isSearchable(): boolean {
    return this.#index !== undefined || this.#isResting;
  }

  /** Use the current index, and open it before if it was put aside. @throws EngineUnavailable */
  async #use<Result>(
    work: (index: SearchIndex, languages: LanguageFallback) => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      if (this.#isClosed) throw new Error(CLOSED);
      if (this.#index !== undefined) break;
      // There may be an index even after a failed start.
      await (this.#isResting ? this.#openAgain() : this.searchable);
    }
    this.#openIndexes.use(this);
    const languages = this.#languages!;
    return this.#index.use((index) => work(index, languages));
  }

  #openAgain(): Promise<void> {
    this.#opening ??= this.#openCurrent().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #openCurrent(): Promise<void> {
    const open = this.#reopen!;
    // Meanwhile a newer generation may be offered: that one is opened then.
    const isOutdated = (): boolean => open !== this.#reopen;
    let index: SearchIndex;
    try {
      index = await open();
    } catch (error) {
      if (isOutdated()) return;
      throw new EngineUnavailable(error);
    }
    if (isOutdated()) return index.close();
    this.#serve(index);
    this.reportProgress({ sections: index.facts.sections });
    this.#reportVectors(index.facts);
  }

  #serve(index: SearchIndex): void {
    const before = this.#index;
    this.#index = leaseIndex(index);
    const reranked = rerankedIndex(index, this.#reranker);
    this.#languages = new LanguageFallback(reranked, this.#fallbackLanguages);
    this.#facts = index.facts;
    this.#isResting = false;
    // Nobody waits for the previous index to close.
    before?.release().catch(() => {});
    if (this.#isClosed) this.#index.release().catch(() => {});
    else this.#openIndexes.use(this);
  }

  /** Return the vector of a query, if the vectors of the index can be compared with it. */
  async #embedQuery(
    options: SearchOptions,
    facts: IndexFacts,
    signal: AbortSignal | undefined,
  ): Promise<Float32Array | null> {
    const { query, mode = 'hybrid' } = options;
    if (!this.#embedder || facts.space !== this.#embedder.space) return null;
    if (mode === 'keyword' || (mode === 'hybrid' && !hasEnoughVectors(facts))) return null;
    if (this.#embedder.isEnglishOnly && mode !== 'vector' && FOREIGN_SCRIPT.test(query)) return null;
    // Also takes the query out of the queue of the model, where those that come later would wait for it.
    const tooLate = new AbortController();
    const clock = setTimeout(() => tooLate.abort(), QUERY_EMBEDDING_MILLISECONDS);
    const stopped = signal ? AbortSignal.any([signal, tooLate.signal]) : tooLate.signal;
    try {
      const [vector] = await this.#embedder.embedQueries([query], { signal: stopped });
      return vector ?? null;
    } catch {
      return null;
    } finally {
      clearTimeout(clock);
    }
  }

  /** @param language language of the sections to compare with, if known */
  #weigh(
    vector: Float32Array | null,
    { query, mode, filter }: SearchOptions,
    language: string | undefined,
  ): QueryMeaning | null {
    if (vector === null) return null;
    const spoken = language && (detectLanguage(query, filter?.language) ?? filter?.language);
    const isForeign =
      this.#embedder!.isEnglishOnly && [language, spoken].some((one) => one && !/^en\b/i.test(one));
    return { vector, weight: isForeign && mode !== 'vector' ? FOREIGN_LANGUAGE_WEIGHT : 1 };
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
