import { readKeptThreads, readThreadContent } from './kept-threads.ts';
import { SnapshotStore } from '../snapshot-store.ts';
import { siteKey, type CheckedStorage, type Site } from '../storage/storage.ts';
import type { KeptThread } from './thread-content.ts';

/** All that there is to show of the conversations kept on this device. */
export interface ThreadListSnapshot {
  /** What is looked for. */
  readonly query: string;
  /** Those in which all words of the query stand, the one asked in last first. */
  readonly threads: readonly KeptThread[];
  /** How many there are with and without the words. */
  readonly total: number;
}

/** What a {@link ThreadList} works with. */
export interface ThreadListOptions {
  readonly site: Site;
  readonly storage: CheckedStorage;
}

/** The conversations of a site that are kept on this device, to look through. */
export class ThreadList extends SnapshotStore<ThreadListSnapshot> {
  readonly #site: Site;
  readonly #storage: CheckedStorage;
  readonly #unsubscribe: () => void;

  constructor({ site, storage }: ThreadListOptions) {
    super({ query: '', threads: [], total: 0 });
    this.#site = site;
    this.#storage = storage;
    this.refresh();
    const prefix = `docs-assistant:${siteKey(site)}:history`;
    this.#unsubscribe = storage.subscribe((key) => {
      if (key === null || key.startsWith(prefix)) this.refresh();
    });
  }

  /** Shows only conversations in whose questions and answers all of these words, or their beginnings, stand. */
  search(query: string): void {
    this.#read(query);
  }

  /** Reads the list anew, after something was kept or removed in this tab. */
  refresh(): void {
    this.#read(this.snapshot.query);
  }

  /** Ends following other tabs. */
  close(): void {
    this.#unsubscribe();
  }

  #read(query: string): void {
    const all = readKeptThreads(this.#storage, this.#site);
    const words = fold(query).split(/\s+/).filter(Boolean);
    const threads = words.length === 0 ? all : all.filter((thread) => this.#has(thread, words));
    this.replace({ query, threads, total: all.length });
  }

  #has({ id, title }: KeptThread, words: readonly string[]): boolean {
    const turns = readThreadContent(this.#storage, this.#site, id)?.turns ?? [];
    const text = fold(
      [title, ...turns.flatMap(({ question, answer }) => [question, answer.text])].join('\n'),
    );
    return words.every((word) => text.includes(word));
  }
}

/** Without case and accents, so that `resume` finds `Résumé`. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
