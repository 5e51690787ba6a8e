import type { IndexFacts } from '../../engine/sections/index-facts.ts';
import type { SearchIndex } from '../../engine/ranking/search-index.ts';
import { EngineUnavailable } from './search-engine.ts';
import type { Evictable, IndexCache } from './index-cache.ts';

/** Opens an index. */
export type OpenIndex = () => Promise<SearchIndex>;

/**
 * Called before searches use an index.
 *
 * @param facts those of the index; `null` when it is opened with the next search
 * @param isNew whether it replaces another, instead of being open again
 */
type OnServe = (facts: IndexFacts | null, isNew: boolean) => void;

const CLOSED = 'The search engine is closed';

/**
 * The current index of a project, which the next one replaces. An index is closed when it was replaced and the last search that uses it
 * has ended. One that the cache evicts is opened again by the next search.
 */
export class IndexHandle implements Evictable {
  /** Resolves when there is an index. Rejects when the first one cannot be built, or the handle is closed before. */
  readonly available: Promise<void>;
  readonly #first = Promise.withResolvers<void>();
  readonly #cache: IndexCache;
  readonly #onServe: OnServe;
  #lease: Lease | undefined;
  #facts: IndexFacts | undefined;
  /** Opens the current index again. */
  #open: OpenIndex | undefined;
  #isEvicted = false;
  #opening: Promise<void> | undefined;
  #isClosed = false;

  constructor(cache: IndexCache, onServe: OnServe) {
    this.#cache = cache;
    this.#onServe = onServe;
    this.available = this.#first.promise;
    // The promise may be ignored by callers.
    this.available.catch(() => {});
  }

  /** Facts of the current index; `undefined` before it was opened. */
  get facts(): IndexFacts | undefined {
    return this.#facts;
  }

  get isEvicted(): boolean {
    return this.#isEvicted;
  }

  get isAvailable(): boolean {
    return this.#lease !== undefined || this.#isEvicted;
  }

  /**
   * Replace the index: at once if it is open or the cache has capacity, else with the next search.
   *
   * @throws Error when it cannot be opened at once: then the previous one stays
   */
  async offer(open: OpenIndex): Promise<void> {
    if (this.#lease !== undefined || this.#cache.hasCapacity) this.replace(await open());
    else {
      this.#isEvicted = true;
      this.#facts = undefined;
      this.#onServe(null, true);
      this.#first.resolve();
    }
    this.#open = open;
  }

  /** Use an index from now on. */
  replace(index: SearchIndex, isNew = true): void {
    const before = this.#lease;
    this.#lease = new Lease(index);
    this.#facts = index.facts;
    this.#isEvicted = false;
    // Nobody waits for the previous index to close.
    before?.release().catch(() => {});
    if (this.#isClosed) this.#lease.release().catch(() => {});
    else this.#cache.use(this);
    this.#onServe(index.facts, isNew);
    this.#first.resolve();
  }

  evict(): void {
    this.#isEvicted = true;
    this.#lease?.release().catch(() => {});
    this.#lease = undefined;
  }

  /** Use the current index, which stays open until the result is there. Waits for the first one. @throws EngineUnavailable */
  async use<Result>(work: (index: SearchIndex) => Promise<Result>): Promise<Result> {
    for (;;) {
      if (this.#isClosed) throw new Error(CLOSED);
      if (this.#lease !== undefined) break;
      // There may be an index even after a failed start.
      await (this.#isEvicted ? this.#reopen() : this.available);
    }
    this.#cache.use(this);
    return this.#lease.use(work);
  }

  /** Reject what waits for the first index. */
  fail(error: unknown): void {
    this.#first.reject(error);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cache.remove(this);
    this.fail(new Error(CLOSED));
    await this.#lease?.release();
  }

  #reopen(): Promise<void> {
    this.#opening ??= this.#openCurrent().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #openCurrent(): Promise<void> {
    const open = this.#open!;
    // Meanwhile a newer index may be offered: that one is opened then.
    const isOutdated = (): boolean => open !== this.#open;
    let index: SearchIndex;
    try {
      index = await open();
    } catch (error) {
      if (isOutdated()) return;
      throw new EngineUnavailable(error);
    }
    if (isOutdated()) return index.close();
    this.replace(index, false);
  }
}

/** An index that is closed when it is released and the last search that uses it has ended. */
class Lease {
  readonly #index: SearchIndex;
  readonly #closed = Promise.withResolvers<void>();
  /** Running searches, and one for the handle. */
  #uses = 1;
  #isReleased = false;

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  async use<Result>(work: (index: SearchIndex) => Promise<Result>): Promise<Result> {
    this.#uses++;
    try {
      return await work(this.#index);
    } catch (error) {
      throw new EngineUnavailable(error);
    } finally {
      this.#end();
    }
  }

  /** Resolves when the index is closed. */
  release(): Promise<void> {
    if (!this.#isReleased) this.#end();
    this.#isReleased = true;
    return this.#closed.promise;
  }

  #end(): void {
    if (--this.#uses === 0) this.#index.close().then(this.#closed.resolve, this.#closed.reject);
  }
}
