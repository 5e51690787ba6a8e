import { readStoredConversations, readThreadContent, renameThread } from './stored-conversations.ts';
import { SnapshotStore } from '../snapshot-store.ts';
import { siteKey, type CheckedStorage, type Site } from '../storage/storage.ts';
import { QUOTING } from '../conversation/question.ts';
import { titleOf } from '../../protocol/quoted-question.ts';
import { MAX_TITLE_LENGTH, type StoredConversation } from './thread-content.ts';

/** State of the list of kept conversations. */
export interface ThreadListSnapshot {
  /** The query. */
  readonly query: string;
  /** Conversations with all words of the query, by their last question, newest first. */
  readonly threads: readonly StoredConversation[];
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

  /** List only conversations with all of these words, or words that begin with them, in their names, questions or answers. */
  search(query: string): void {
    this.#read(query);
  }

  /** Read the list again, after a change in this tab. */
  refresh(): void {
    this.#read(this.snapshot.query);
  }

  /**
   * Give a conversation a name, which other tabs show too.
   *
   * @param name cut at `MAX_TITLE_LENGTH`; a blank one removes the name, so that the title is shown again
   */
  rename(id: string, name: string): void {
    renameThread(this.#storage, this.#site, id, name);
    this.refresh();
  }

  /** Unsubscribe from changes in other tabs. */
  close(): void {
    this.#unsubscribe();
  }

  #read(query: string): void {
    const all = readStoredConversations(this.#storage, this.#site).map((thread) => this.#withTitle(thread));
    const words = fold(query).split(/\s+/).filter(Boolean);
    const threads = words.length === 0 ? all : all.filter((thread) => this.#has(thread, words));
    this.replace({ query, threads, total: all.length });
  }

  /** Leave out of a title what the first question quotes: it may be all that there is room for. */
  #withTitle(thread: StoredConversation): StoredConversation {
    if (!QUOTING.test(thread.title)) return thread;
    const [first] = readThreadContent(this.#storage, this.#site, thread.id)?.turns ?? [];
    return first ? { ...thread, title: titleOf(first.question).slice(0, MAX_TITLE_LENGTH) } : thread;
  }

  #has({ id, title, name = '' }: StoredConversation, words: readonly string[]): boolean {
    const turns = readThreadContent(this.#storage, this.#site, id)?.turns ?? [];
    const text = fold(
      [name, title, ...turns.flatMap(({ question, answer }) => [question, answer.text])].join('\n'),
    );
    return words.every((word) => text.includes(word));
  }
}

/** Return a text without case and accents, so that `resume` finds `Résumé`. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
