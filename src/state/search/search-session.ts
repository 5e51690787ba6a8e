import {
  DEFAULT_SEARCH_PAGE_SIZE,
  MAX_PAGE_SIZE,
  type DocsFilter,
  type RequestFilter,
  type SearchResult,
} from '../../protocol/api.ts';
import { RequestFailure, toFailure, type Failure } from '../../protocol/failures/failure.ts';
import type { SearchSourceOptions, SearchSource } from '../../protocol/sources.ts';
import type { SearchSnapshot } from './search-snapshot.ts';
import { SnapshotStore, type Store } from '../snapshot-store.ts';
import { storageKey, type CheckedStorage, type Site } from '../storage/storage.ts';
import { listOf, textUpTo } from '../storage/stored-values.ts';

/** Default of the shortest query that is searched for, in UTF-16 units. */
export const DEFAULT_MIN_LENGTH = 2;
/** Default of the debounce before a query is sent, in milliseconds: too short to be felt as a wait. */
export const DEFAULT_DEBOUNCE = 80;
/** Chinese and Japanese have words of one character, so that no text in them is too short. */
const IDEOGRAPH = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
/** Maximum length of a query, in UTF-16 units, as servers of this project accept it. A longer one is not sent and fails with `too-large`. */
export const MAX_QUERY_LENGTH = 1000;
/** Maximum number of earlier queries that are kept. */
export const MAX_RECENT_SEARCHES = 8;
/** Maximum length of an earlier query that is kept. */
export const MAX_RECENT_LENGTH = 200;
/** Maximum number of results of one answer that are used: a server may send more than requested. */
export const MAX_RESULTS = 100;
/** Answers that are cached until the page is left, so that going back in a query costs no request. */
export const SEARCH_CACHE_SIZE = 30;

/** Options of a {@link SearchSession}. */
export interface SearchSessionOptions {
  /** Where results come from. `null` while the endpoint or domain is not set: every search fails then. */
  readonly source: SearchSource | null;
  readonly site: Site;
  /** Storage for earlier queries. */
  readonly storage: CheckedStorage;
  /** The filter of searches without one of their own; a change searches again. Default none. */
  readonly filters?: Store<DocsFilter> | null;
  /** Results of a search, and how many more {@link SearchSession.loadMore} asks for; 1 to 50. Default 10. */
  readonly pageSize?: number;
  /** Minimum length of a query that is searched for, unless it is Chinese or Japanese. Default {@link DEFAULT_MIN_LENGTH}. */
  readonly minLength?: number;
  /** Milliseconds from the last key press to the request. Default {@link DEFAULT_DEBOUNCE}. */
  readonly debounce?: number;
  /**
   * Whether the list of results must not move now, as while the pointer is in it: the answer then keeps the order of its interim
   * results, and what it adds follows them. The next query has the order of its source. Default never.
   */
  readonly isHeld?: () => boolean;
}

/** Results as they are shown. */
type PlacedResults = Pick<SearchSnapshot, 'results' | 'batches' | 'isPlaced'>;

interface CachedAnswer extends PlacedResults {
  readonly hasMore: boolean;
  readonly took: number;
}

const NO_RESULTS: PlacedResults = { results: [], batches: [0], isPlaced: false };

/**
 * Search as one types: the query, the results so far and at most one request under way. Typing on does not abort that
 * request before the next one is sent: a fast typist would see no results until the typing ends. What it finds is shown
 * meanwhile, with `resultsFor` of its own query. Actions never reject: failures are in the snapshot.
 */
export class SearchSession extends SnapshotStore<SearchSnapshot> {
  /** Where the next results come from. */
  source: SearchSource | null;
  /** Results of the next searches, and how many more {@link loadMore} asks for; cut to 1 to 50. */
  pageSize: number;
  /** Minimum length of a query that is searched for, in UTF-16 units. */
  minLength: number;
  /** Milliseconds from the last key press to the request. */
  debounce: number;

  readonly #isHeld: () => boolean;
  readonly #storage: CheckedStorage;
  readonly #recentKey: string;
  readonly #unsubscribe: () => void;
  readonly #cache = new Map<string, CachedAnswer>();
  #filters: Store<DocsFilter> | null = null;
  #leaveFilters: (() => void) | null = null;
  /** The filter of `search()`, used until something else is typed or chosen. */
  #ownFilter: RequestFilter | null = null;
  /** Results to ask for; grows with `loadMore()`. */
  #size = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | null = null;
  /** Until when requests are held back (`Retry-After`), in milliseconds since the epoch, and the failure that named it. */
  #retryAt = 0;
  #refusal: Failure | null = null;

  constructor(options: SearchSessionOptions) {
    super({
      query: '',
      filter: {},
      status: 'idle',
      ...NO_RESULTS,
      resultsFor: '',
      hasMore: false,
      took: 0,
      failure: null,
      recent: [],
    });
    this.source = options.source;
    this.pageSize = options.pageSize ?? DEFAULT_SEARCH_PAGE_SIZE;
    this.minLength = options.minLength ?? DEFAULT_MIN_LENGTH;
    this.debounce = options.debounce ?? DEFAULT_DEBOUNCE;
    this.#isHeld = options.isHeld ?? (() => false);
    this.#storage = options.storage;
    this.#recentKey = storageKey(options.site, 'recent');
    this.filters = options.filters ?? null;
    this.#restoreRecent();
    this.#unsubscribe = this.#storage.subscribe((key) => {
      if (key === null || key === this.#recentKey) this.#restoreRecent();
    });
  }

  /** The filter of searches without one of their own; a change of its value searches again. */
  get filters(): Store<DocsFilter> | null {
    return this.#filters;
  }

  set filters(filters: Store<DocsFilter> | null) {
    if (filters === this.#filters) return;
    this.#leaveFilters?.();
    this.#filters = filters;
    this.#leaveFilters = filters?.subscribe(() => this.#handleFilter()) ?? null;
    this.#handleFilter();
  }

  /**
   * Set the text as typed, and search for it when the typing pauses; at once when its answer is cached. Before the time
   * that a server has named in `Retry-After` nothing is sent: the failure stays, with the new text beside it.
   */
  setQuery(text: string): void {
    if (text === this.snapshot.query) return;
    // What is found by a filter that no longer holds is not shown.
    if (this.#ownFilter) this.#halt();
    else clearTimeout(this.#timer);
    this.#ownFilter = null;
    this.#change(text);
    if (this.snapshot.status !== 'loading') this.#halt();
    else if (!this.#showCached()) {
      // A timer of 0 would cost a frame.
      if (this.debounce > 0) this.#timer = setTimeout(() => void this.#send(), this.debounce);
      else void this.#send();
    }
  }

  /**
   * Search without waiting for a pause.
   *
   * @param options `filter` replaces the chosen filter until something else is typed or chosen
   * @returns when the answer is in, or another search has taken its place
   */
  search(query: string, { filter }: { filter?: RequestFilter } = {}): Promise<void> {
    this.#halt();
    this.#ownFilter = filter ?? null;
    this.#change(query);
    return this.#searchNow();
  }

  /** Request another page of results, up to 50 in all; those so far stay until the answer is there. */
  async loadMore(): Promise<void> {
    const { status, hasMore } = this.snapshot;
    if (status === 'loading' || !hasMore) return;
    this.#size = Math.min(this.#size + this.#pageSize, MAX_PAGE_SIZE);
    this.replace({ ...this.snapshot, status: 'loading', failure: null });
    await this.#searchNow();
  }

  /** Send the query again after a failure, also before the time of `Retry-After`. */
  async retry(): Promise<void> {
    if (this.snapshot.status !== 'error') return;
    this.#retryAt = 0;
    this.replace({ ...this.snapshot, status: 'loading', failure: null });
    await this.#searchNow();
  }

  /** Remove query and results. */
  clear(): void {
    this.#halt();
    this.#ownFilter = null;
    this.#change('');
  }

  /** Put a query first among the earlier ones; the current query when none is given. */
  remember(query: string = this.snapshot.query): void {
    const text = readQuery(query.trim());
    if (text === null) return;
    const others = this.snapshot.recent.filter((earlier) => earlier !== text);
    this.#keepRecent([text, ...others].slice(0, MAX_RECENT_SEARCHES));
  }

  /** Remove an earlier query; all of them when none is given. */
  forget(query?: string): void {
    this.#keepRecent(query === undefined ? [] : this.snapshot.recent.filter((earlier) => earlier !== query));
  }

  /** Abort the request under way, and end all subscriptions. */
  close(): void {
    this.#halt();
    this.#leaveFilters?.();
    this.#leaveFilters = null;
    this.#unsubscribe();
  }

  /** The page size, clamped to what servers accept. */
  get #pageSize(): number {
    return Math.min(Math.max(Math.trunc(this.pageSize), 1), MAX_PAGE_SIZE) || DEFAULT_SEARCH_PAGE_SIZE;
  }

  #handleFilter(): void {
    const filter = this.#filters?.snapshot ?? {};
    const { version, language } = this.snapshot.filter;
    if (filter.version === version && filter.language === language) return;
    this.#halt();
    this.#ownFilter = null;
    this.#change(this.snapshot.query);
    void this.#searchNow();
  }

  /** Start over with this query and the current filter. */
  #change(query: string): void {
    this.#size = this.#pageSize;
    const { length } = query.trim();
    const isShort = length < this.minLength && !IDEOGRAPH.test(query);
    const status = length === 0 ? 'idle' : isShort ? 'too-short' : 'loading';
    this.replace({
      ...this.snapshot,
      query,
      filter: this.#ownFilter ?? this.#filters?.snapshot ?? {},
      status,
      failure: null,
      ...(status !== 'loading' && { ...NO_RESULTS, resultsFor: '', hasMore: false, took: 0 }),
    });
    // Before the time of `Retry-After`, typing sends nothing.
    if (status === 'loading' && Date.now() < this.#retryAt && !this.#showCached())
      this.replace({ ...this.snapshot, status: 'error', failure: this.#refusal });
  }

  async #searchNow(): Promise<void> {
    if (this.snapshot.status === 'loading' && !this.#showCached()) await this.#send();
  }

  async #send(): Promise<void> {
    this.#halt();
    const request = (this.#request = new AbortController());
    const key = this.#cacheKey();
    const size = this.#size;
    const startedAt = performance.now();
    const { query, resultsFor } = this.snapshot;
    const isMore = size > this.#pageSize && resultsFor === query;
    let shown: PlacedResults | null = isMore ? this.snapshot : null;
    const place = (results: readonly SearchResult[], isInterim: boolean): PlacedResults => {
      if (shown && (isMore || this.#isHeld())) shown = extend(shown, results);
      else {
        // Room that was reserved for texts is kept, so that no row moves when they arrive.
        const isPlaced = isInterim || shown?.isPlaced === true;
        shown = { results: results.slice(0, MAX_RESULTS), batches: [0], isPlaced };
      }
      return shown;
    };
    const onInterim = (results: readonly SearchResult[]): void => {
      if (this.#request !== request || results.length === 0) return;
      // With more results to come, those that are shown can still be extended.
      this.replace({
        ...this.snapshot,
        ...place(results, true),
        resultsFor: query,
        hasMore: isMore,
        took: 0,
      });
    };
    try {
      const results = await this.#ask({ signal: request.signal, onInterim });
      if (this.#request !== request) return;
      const hasMore = results.length >= size && size < MAX_PAGE_SIZE;
      const took = Math.round(performance.now() - startedAt);
      const answer: CachedAnswer = { ...place(results, false), hasMore, took };
      this.#cache.set(key, answer);
      const [oldest] = this.#cache.keys();
      if (this.#cache.size > SEARCH_CACHE_SIZE && oldest !== undefined) this.#cache.delete(oldest);
      this.#request = null;
      // Nothing found for a beginning of the query says nothing about the query.
      if (!this.#showCached() && results.length > 0)
        this.replace({ ...this.snapshot, ...answer, resultsFor: query });
    } catch (error) {
      if (this.#request !== request) return;
      this.#request = null;
      const failure = toFailure(error);
      // The failure of an earlier query is shown only if it holds back the next one too.
      if (key === this.#cacheKey() || failure.retryAfter) this.#fail(failure);
    }
  }

  async #ask(options: SearchSourceOptions): Promise<readonly SearchResult[]> {
    const query = this.snapshot.query.trim();
    const { filter } = this.snapshot;
    if (query.length > MAX_QUERY_LENGTH) {
      const message = `The query is longer than ${MAX_QUERY_LENGTH} characters.`;
      throw new RequestFailure({ code: 'too-large', retryable: false, message });
    }
    if (this.source === null) {
      const message = 'No endpoint or no domain is set.';
      throw new RequestFailure({ code: 'not-configured', retryable: false, message });
    }
    const request = { query, pageSize: this.#size, ...(Object.keys(filter).length > 0 && { filter }) };
    return this.source.search(request, options);
  }

  #halt(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#request = null;
  }

  #fail(failure: Failure): void {
    this.#halt();
    // Aborted by the source, as when the page cancels the query: no failure to show.
    const silent = failure.code === 'aborted';
    if (failure.retryAfter) {
      this.#retryAt = Date.now() + failure.retryAfter * 1000;
      this.#refusal = failure;
    }
    this.replace({ ...this.snapshot, status: silent ? 'idle' : 'error', failure: silent ? null : failure });
  }

  #showCached(): boolean {
    const key = this.#cacheKey();
    const answer = this.#cache.get(key);
    if (answer === undefined) return false;
    // Least recently used is dropped first.
    this.#cache.delete(key);
    this.#cache.set(key, answer);
    this.#halt();
    const resultsFor = this.snapshot.query;
    this.replace({ ...this.snapshot, ...answer, status: 'done', resultsFor, failure: null });
    return true;
  }

  #keepRecent(recent: readonly string[]): void {
    this.#storage.write(this.#recentKey, recent.length > 0 ? recent : null);
    this.replace({ ...this.snapshot, recent });
  }

  #restoreRecent(): void {
    const recent = this.#storage.read(this.#recentKey, readRecent) ?? [];
    this.replace({ ...this.snapshot, recent });
  }

  #cacheKey(): string {
    const { query, filter } = this.snapshot;
    return JSON.stringify([query.trim(), filter.version, filter.language, this.#size]);
  }
}

/** Add results to those that are shown, which keep their places. */
function extend(
  { results, batches, isPlaced }: PlacedResults,
  later: readonly SearchResult[],
): PlacedResults {
  const extended = keepOrder(results, later).slice(0, MAX_RESULTS);
  const isLonger = extended.length > results.length;
  return { results: extended, batches: isLonger ? [...batches, results.length] : batches, isPlaced };
}

const readQuery = textUpTo(MAX_RECENT_LENGTH);

function readRecent(value: unknown): string[] {
  const recent = listOf(readQuery)(value);
  return [...new Set(recent)].slice(0, MAX_RECENT_SEARCHES);
}

/** Put later results of a search at the places of those that are shown: each stays where it is, and the others follow. */
function keepOrder(shown: readonly SearchResult[], later: readonly SearchResult[]): SearchResult[] {
  const others = [...later];
  const kept = shown.map((result) => {
    const index = others.findIndex((other) => keyOf(other) === keyOf(result));
    return index < 0 ? result : others.splice(index, 1)[0]!;
  });
  return [...kept, ...others];
}

/** Identify the section of a result. */
function keyOf({ path, metadata }: SearchResult): string {
  return `${path}#${metadata.anchor}`;
}
