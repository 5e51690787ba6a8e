/** Tells listeners that something may have changed: at once for changes of this process, and again and again for those of others. */
export interface ChangeSignal {
  notify(): void;
  /** @returns the function that ends it */
  listen(listener: () => void): () => void;
  close(): void;
}

/**
 * @param isChanged asked at every interval; listeners are told when it says so
 * @param interval milliseconds between two questions
 */
export function createChangeSignal(isChanged: () => boolean, interval: number): ChangeSignal {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const timer = setInterval(() => {
    if (listeners.size > 0 && isChanged()) notify();
  }, interval).unref();
  return {
    // Whoever changed something goes on first.
    notify: () => setImmediate(notify).unref(),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      clearInterval(timer);
      listeners.clear();
    },
  };
}
