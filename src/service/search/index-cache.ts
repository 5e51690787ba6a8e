/** An index that can be closed until it is searched again. */
export interface Evictable {
  /** Close the index. Running searches are answered. */
  evict(): void;
}

/** Maximum number of indexes that are open at the same time. */
export const DEFAULT_OPEN_PROJECTS = 100;

/** The open indexes of a service. For one more than allowed, the least recently used one is evicted. */
export class IndexCache {
  readonly #capacity: number;
  /** In the order of their last use. */
  readonly #indexes = new Set<Evictable>();

  /** @param capacity at least 1 @throws TypeError */
  constructor(capacity: number) {
    if (!(capacity >= 1)) throw new TypeError('docs-assistant service: openProjects must be at least 1');
    this.#capacity = capacity;
  }

  /** Whether one more index can be open without another being closed. */
  get hasCapacity(): boolean {
    return this.#indexes.size < this.#capacity;
  }

  /** Note that an index is open and in use. */
  use(index: Evictable): void {
    this.#indexes.delete(index);
    this.#indexes.add(index);
    const [leastRecent] = this.#indexes;
    if (this.#indexes.size <= this.#capacity) return;
    this.#indexes.delete(leastRecent!);
    leastRecent!.evict();
  }

  /** Note that an index is closed. */
  remove(index: Evictable): void {
    this.#indexes.delete(index);
  }
}
