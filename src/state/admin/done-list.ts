import type { CheckedStorage } from '../storage/storage.ts';
import { listOf, textUpTo } from '../storage/stored-values.ts';

/** Maximum number of entries that are kept; the oldest are dropped first. */
export const MAX_DONE_ENTRIES = 2000;
/** Maximum length of a key that is kept: a text of 200 characters, a version and a language, as JSON with escapes. */
const MAX_KEY_LENGTH = 2000;

/** What an entry is recognized by. */
export interface DoneEntry {
  readonly text: string;
  readonly version?: string | null;
  readonly language?: string | null;
}

/** The entries that a maintainer has ticked off, kept on this device. */
export class DoneList {
  readonly #storage: CheckedStorage;
  readonly #key: string;

  constructor(storage: CheckedStorage, { endpoint, projectId }: { endpoint: string; projectId: string }) {
    this.#storage = storage;
    this.#key = `docs-assistant:${endpoint.trim().replace(/\/+$/, '')}|${projectId.trim()}:insights-done`;
  }

  /** Return the test for being done, as of now. */
  read(): (entry: DoneEntry) => boolean {
    const done = new Set(this.#keys());
    return (entry) => done.has(keyOf(entry));
  }

  set(entry: DoneEntry, isDone: boolean): void {
    const key = keyOf(entry);
    const others = this.#keys().filter((one) => one !== key);
    const keys = isDone ? [...others, key].slice(-MAX_DONE_ENTRIES) : others;
    this.#storage.write(this.#key, keys.length > 0 ? keys : null);
  }

  #keys(): readonly string[] {
    return this.#storage.read(this.#key, readKeys) ?? [];
  }
}

function readKeys(value: unknown): string[] | null {
  return Array.isArray(value) ? listOf(textUpTo(MAX_KEY_LENGTH))(value.slice(-MAX_DONE_ENTRIES)) : null;
}

function keyOf({ text, version, language }: DoneEntry): string {
  return JSON.stringify([text, version ?? '', language ?? '']);
}
