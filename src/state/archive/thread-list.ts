import { ConversationArchive } from './conversation-archive.ts';
import { SnapshotStore } from '../snapshot-store.ts';
import { siteKey, storageKey, type CheckedStorage, type Site } from '../storage/storage.ts';
import { wholeText } from '../conversation/conversation-snapshot.ts';
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
  readonly #archive: ConversationArchive;
  readonly #unsubscribe: () => void;

  constructor({ site, storage }: ThreadListOptions) {
    super({ query: '', threads: [], total: 0 });
    this.#site = site;
    this.#storage = storage;
    this.#archive = new ConversationArchive(storage, site);
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
    const cut = name.trim().slice(0, MAX_TITLE_LENGTH).trim();
    const threads = this.#archive.list().map((thread) => {
      if (thread.id !== id) return thread;
      const { name: _, ...unnamed } = thread;
      return cut === '' ? unnamed : { ...unnamed, name: cut };
    });
    if (threads.length > 0) this.#storage.write(storageKey(this.#site, 'history'), threads);
    this.refresh();
  }

  /** Unsubscribe from changes in other tabs. */
  close(): void {
    this.#unsubscribe();
  }

  #read(query: string): void {
    const all = this.#archive.list().map((thread) => this.#withTitle(thread));
    const words = fold(query).split(/\s+/).filter(Boolean);
    const threads = words.length === 0 ? all : all.filter((thread) => this.#has(thread, words));
    this.replace({ query, threads, total: all.length });
  }

  /** Leave out of a title what the first question quotes: it may be all that there is room for. */
  #withTitle(thread: StoredConversation): StoredConversation {
    if (!QUOTING.test(thread.title)) return thread;
    const [first] = this.#archive.read(thread.id)?.turns ?? [];
    return first ? { ...thread, title: titleOf(first.question).slice(0, MAX_TITLE_LENGTH) } : thread;
  }

  #has({ id, title, name = '' }: StoredConversation, words: readonly string[]): boolean {
    const turns = this.#archive.read(id)?.turns ?? [];
    const text = fold(
      [name, title, ...turns.flatMap(({ question, answer }) => [question, wholeText(answer)])].join('\n'),
    );
    return words.every((word) => text.includes(word));
  }
}

/** Return a text without case and accents, so that `resume` finds `Résumé`. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
