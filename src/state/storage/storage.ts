export { siteKey, storageKey, type Site } from './site-key.ts';

/** Where things are kept: for good, until the tab is closed, or until the page is left (nothing is written at all). */
export type StorageKind = 'local' | 'session' | 'memory';

/** What is used of the browser's `Storage`. */
export interface WebStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Checks a value that was read back: anybody can write to a browser's storage.
 * Copies the fields it knows into a new object; `null` means that the value is unusable.
 */
export type ValueReader<T> = (value: unknown) => T | null;

/** Longest stored text (UTF-16 units) that is parsed or written; the largest value, a full history, stays well below. */
export const MAX_STORED_LENGTH = 1_000_000;

/**
 * Opens a storage that never throws. Where the browser's storage is blocked, full or absent, values live in memory
 * until the page is left.
 *
 * @param provide gives the browser's storage of a kind; may throw, as `window.localStorage` does when it is blocked
 */
export function openStorage(
  kind: StorageKind,
  provide: (kind: 'local' | 'session') => WebStorage | null | undefined,
): CheckedStorage {
  return new CheckedStorage(kind, provide);
}

/** Checked values by name, over a browser's storage or memory. Made by {@link openStorage}. */
export class CheckedStorage {
  readonly #provide: (kind: 'local' | 'session') => WebStorage | null | undefined;
  /** What could not be written, or must not be. An entry here is newer than the one in `#area`. */
  readonly #memory = new Map<string, string>();
  readonly #listeners = new Set<(key: string | null) => void>();
  #kind: StorageKind = 'memory';
  #area: WebStorage | null = null;

  constructor(kind: StorageKind, provide: (kind: 'local' | 'session') => WebStorage | null | undefined) {
    this.#provide = provide;
    this.#open(kind);
  }

  get kind(): StorageKind {
    return this.#kind;
  }

  /**
   * Goes on in another kind, for instance from `memory` to `local` after consent. What is in memory is carried over and
   * wins over what was kept there earlier. What the storage before holds stays there.
   */
  switchTo(kind: StorageKind): void {
    if (kind === this.#kind) return;
    this.#open(kind);
    for (const [key, text] of [...this.#memory]) this.#put(key, text);
    this.#tell(null);
  }

  /** @returns the value, or `null` when there is none or `read` refuses it; a refused one is removed */
  read<T>(key: string, read: ValueReader<T>): T | null {
    const text = this.#get(key);
    if (text === null) return null;
    const value = text.length > MAX_STORED_LENGTH ? null : checkText(text, read);
    if (value === null) this.remove(key);
    return value;
  }

  /** Whether there is a value, usable or not. */
  has(key: string): boolean {
    return this.#get(key) !== null;
  }

  /** Keeps a JSON value, or none when it is `null`. One that is too long is not kept, and the value before it is removed. */
  write(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    if (value === null || text.length > MAX_STORED_LENGTH) this.remove(key);
    else this.#put(key, text);
  }

  remove(key: string): void {
    this.#memory.delete(key);
    try {
      this.#area?.removeItem(key);
    } catch {
      // Blocked since it was opened: there is nothing left that could be removed.
    }
  }

  /** Removes every value whose name begins like this, also what an earlier kind of storage holds. */
  removeAll(prefix: string): void {
    for (const key of [...this.#memory.keys()]) if (key.startsWith(prefix)) this.#memory.delete(key);
    for (const kind of ['local', 'session'] as const) {
      try {
        const area = this.#provide(kind);
        // Before any is removed: after that they may stand in another order.
        const keys = Array.from({ length: area?.length ?? 0 }, (_, index) => area?.key(index) ?? '');
        for (const key of keys) if (key.startsWith(prefix)) area?.removeItem(key);
      } catch {
        // Blocked: there is nothing that could be removed.
      }
    }
  }

  /**
   * Calls `listener` with a name when another tab changed its value, and with `null` after {@link switchTo}.
   *
   * @returns a function that ends the subscription
   */
  subscribe(listener: (key: string | null) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Takes a `storage` event of the window; whoever knows the page hands it in. */
  handleStorageEvent(event: { readonly key: string | null; readonly storageArea?: unknown }): void {
    if (this.#area === null || (event.storageArea ?? this.#area) !== this.#area) return;
    if (event.key?.startsWith('docs-assistant:')) this.#tell(event.key);
  }

  #open(kind: StorageKind): void {
    this.#kind = kind;
    try {
      this.#area = kind === 'memory' ? null : (this.#provide(kind) ?? null);
    } catch {
      this.#area = null;
    }
  }

  #get(key: string): string | null {
    const text = this.#memory.get(key);
    if (text !== undefined) return text;
    try {
      return this.#area?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  #put(key: string, text: string): void {
    try {
      if (this.#area !== null) {
        this.#area.setItem(key, text);
        this.#memory.delete(key);
        return;
      }
    } catch {
      // Full or blocked. The old value must go, or it would come back after a reload beside newer ones.
      this.remove(key);
    }
    this.#memory.set(key, text);
  }

  #tell(key: string | null): void {
    for (const listener of [...this.#listeners]) listener(key);
  }
}

function checkText<T>(text: string, read: ValueReader<T>): T | null {
  try {
    return read(JSON.parse(text));
  } catch {
    return null;
  }
}
