export { siteKey, storageKey, type Site } from './site-key.ts';

/** Lifetime of stored values: unlimited, until the tab is closed, or until the page is left, with nothing written at all. */
export type StorageKind = 'local' | 'session' | 'memory';

/** The part of the browser's `Storage` that is used. */
export interface WebStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Check a value that was read back, because any script of the origin can write to the storage.
 * Return a new object with the known fields, or `null` if the value is unusable.
 */
export type ValueReader<T> = (value: unknown) => T | null;

/** Maximum length of a stored text (UTF-16 units) that is parsed or written; the largest value, a full history, stays well below. */
export const MAX_STORED_LENGTH = 1_000_000;

/** Name of the ratings of pages. They belong to no site, because their addresses are whole. */
export const RATED_PAGES_KEY = 'docs-assistant:pages';

/**
 * Open a storage that never throws. Where the browser's storage is blocked, full or absent, values live in memory
 * until the page is left.
 *
 * @param provide returns the browser's storage of a kind; may throw, as `window.localStorage` does when it is blocked
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
  /** Values that could not or must not be written. An entry here is newer than the one in `#area`. */
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
   * Switch to another kind, for instance from `memory` to `local` after consent. Values in memory are copied, and overwrite
   * earlier ones there. Values in the storage before stay there.
   */
  switchTo(kind: StorageKind): void {
    if (kind === this.#kind) return;
    this.#open(kind);
    for (const [key, text] of [...this.#memory]) this.#put(key, text);
    this.#tell(null);
  }

  /** @returns the value, or `null` if there is none or `read` rejects it; a rejected one is removed */
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

  /** Write a JSON value, or remove it with `null`. A value that is too long is not written, and the one before it is removed. */
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
      // Blocked since it was opened: nothing can be removed.
    }
  }

  /** Remove all values whose names begin with a prefix, also in the storage of an earlier kind. */
  removeAll(prefix: string): void {
    for (const key of [...this.#memory.keys()]) if (key.startsWith(prefix)) this.#memory.delete(key);
    for (const kind of ['local', 'session'] as const) {
      try {
        const area = this.#provide(kind);
        // Before any is removed, because a removal may change their order.
        const keys = Array.from({ length: area?.length ?? 0 }, (_, index) => area?.key(index) ?? '');
        for (const key of keys) if (key.startsWith(prefix)) area?.removeItem(key);
      } catch {
        // Blocked: nothing can be removed.
      }
    }
  }

  /**
   * Subscribe to changes by other tabs: the listener gets the name of the value, or `null` after {@link switchTo}.
   *
   * @returns a function that ends the subscription
   */
  subscribe(listener: (key: string | null) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Handle a `storage` event of the window. The caller listens, because this layer knows no page. */
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
      // Full or blocked. Remove the old value: it would come back after a reload, beside newer ones.
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
