/** Notifies listeners of changes: at once of those of this process, by polling of those of others. */
export interface ChangeSignal {
  notify(): void;
  /** @returns the function that removes the listener */
  listen(listener: () => void): () => void;
  close(): void;
}

/**
 * @param isChanged called at every interval: whether another process has changed something
 * @param interval milliseconds between two polls
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
    // Let the caller finish first.
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
