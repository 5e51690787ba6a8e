/** Base class of the stores: holds the value and calls the listeners. */
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
    // A new function each time, so that one listener can have two subscriptions that end separately.
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
        // A listener that throws must neither end an answer under way nor keep the other listeners from being called.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

/** A value with a subscription to its changes. A new value is a new object. */
export interface Store<T> {
  readonly snapshot: T;
  /** Subscribe to changes. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}
