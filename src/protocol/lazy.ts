/** A module that is loaded at its first use. */
export interface Lazy<T> {
  /** The module; `undefined` until it is loaded. */
  readonly value: T | undefined;
  /** Whether the last attempt that ended has failed. */
  readonly failed: boolean;
  /** The attempt under way, or `undefined`. Never rejects. */
  readonly loading: Promise<T | undefined> | undefined;
  /** Load the module, unless it is there. Never rejects: returns `undefined` after a failure. */
  load(): Promise<T | undefined>;
}

/** What the user of a module needs of its loader. */
export type LazyModule<T> = Pick<Lazy<T>, 'value' | 'load'>;

/**
 * Load a module lazily, under one policy for all modules: concurrent calls share one attempt, and a failure is not
 * remembered, so that the next call starts another attempt. The module belongs to the loader, not to the page.
 *
 * @param start imports the module and creates it
 * @param options `onChange` is called after each attempt, before the promise of `load()` is resolved
 */
export function lazy<T>(start: () => Promise<T>, { onChange }: { onChange?: () => void } = {}): Lazy<T> {
  let value: T | undefined;
  let failed = false;
  let attempt: Promise<T | undefined> | undefined;

  async function run(): Promise<T | undefined> {
    try {
      value = await start();
      failed = false;
    } catch {
      failed = true;
      attempt = undefined;
    }
    onChange?.();
    return value;
  }

  return {
    get value() {
      return value;
    },
    get failed() {
      return failed;
    },
    get loading() {
      return value === undefined ? attempt : undefined;
    },
    load: () => (attempt ??= run()),
  };
}
