import { readKeptThreads, readThreadContent } from './kept-threads.ts';
import { SnapshotStore } from '../snapshot-store.ts';
import { siteKey, type CheckedStorage, type Site } from '../storage/storage.ts';
import type { KeptThread } from './thread-content.ts';

/** State of the list of kept conversations. */
export interface ThreadListSnapshot {
  /** The query. */
  readonly query: string;
  /** Conversations with all words of the query, by their last question, newest first. */
  readonly threads: readonly KeptThread[];
  /** Number of all conversations. */
  readonly total: number;
}

/** Options of a {@link ThreadList}. */
export interface ThreadListOptions {
  readonly site: Site;
  readonly storage: CheckedStorage;
}

/** The conversations of a site that are kept on this device, with a search. */
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

  /** List only conversations with all of these words, or words that begin with them, in questions or answers. */
  search(query: string): void {
    this.#read(query);
  }

  /** Read the list again, after a change in this tab. */
  refresh(): void {
    this.#read(this.snapshot.query);
  }

  /** Unsubscribe from changes in other tabs. */
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

/** Return a text without case and accents, so that `resume` finds `Résumé`. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
