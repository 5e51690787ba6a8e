/** What elements read: a value that changes, and a way to hear of it. A new value is a new object. */
export interface Store<T> {
  readonly snapshot: T;
  /** Calls `listener` after every change. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}
