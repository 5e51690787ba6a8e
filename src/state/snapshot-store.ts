import type { Store } from './store.ts';

/** The half of a store that all of this layer shares: it holds the value and tells the listeners. */
export abstract class SnapshotStore<T> implements Store<T> {
  #snapshot: T;
  readonly #listeners = new Set<() => void>();

  constructor(initial: T) {
    this.#snapshot = initial;
  }

  get snapshot(): T {
    return this.#snapshot;
  }

  subscribe(listener: () => void): () => void {
    // A wrapper of its own, so that one function can be subscribed twice and each subscription ends by itself.
    const call = (): void => listener();
    this.#listeners.add(call);
    return () => {
      this.#listeners.delete(call);
    };
  }

  protected replace(next: T): void {
    this.#snapshot = next;
    for (const call of [...this.#listeners]) {
      try {
        call();
      } catch (error) {
        // A listener that throws must neither end a running answer nor keep the other listeners from hearing.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
