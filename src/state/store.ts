/** A value with a subscription to its changes. A new value is a new object. */
export interface Store<T> {
  readonly snapshot: T;
  /** Subscribe to changes. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}
