/** A piece that is loaded at its first use. */
export interface Lazy<T> {
  /** The piece; `undefined` until it is loaded. */
  readonly value: T | undefined;
  /** Whether the last attempt that ended has failed. */
  readonly failed: boolean;
  /** The attempt under way, or `undefined`. Never rejects. */
  readonly loading: Promise<T | undefined> | undefined;
  /** Load the piece, unless it is there. Never rejects: returns `undefined` after a failure. */
  load(): Promise<T | undefined>;
}

/** What the user of a piece needs of its loader. */
export type LazyPiece<T> = Pick<Lazy<T>, 'value' | 'load'>;

/**
 * Load a piece lazily, under one policy for all pieces: concurrent calls share one attempt, and a failure is not
 * remembered, so that the next call starts another attempt. The piece belongs to the loader, not to the page.
 *
 * @param start imports the piece and creates it
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

/**
 * Load a piece without which the result would be another one: a failed attempt is followed by a second one at once.
 *
 * @returns `undefined` after two failures
 */
export async function loadTwice<T>(piece: LazyPiece<T>): Promise<T | undefined> {
  return (await piece.load()) ?? piece.load();
}
