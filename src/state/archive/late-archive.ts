import { loadTwice, type LazyModule } from '../../protocol/lazy.ts';
import { type CheckedStorage, type Site, storageKey } from '../storage/storage.ts';
import type { OpenArchive, ThreadArchive } from './thread-archive.ts';
import type { Message } from '../../protocol/api.ts';
import type { Turn } from '../conversation/conversation-snapshot.ts';
import { createMessage } from '../conversation/question.ts';
import {
  MAX_TITLE_LENGTH,
  conversationStorageKey,
  withoutSteps,
  type StoredConversation,
  type ThreadContent,
} from './thread-content.ts';

/** The archive of a conversation: that of a first visit, until the full one is needed and loaded. */
export class LateArchive {
  readonly #full: LazyModule<OpenArchive>;
  readonly #storage: CheckedStorage;
  readonly #site: Site;
  #current: ThreadArchive;
  #isFull = false;
  #loading: Promise<void> | null = null;

  constructor(full: LazyModule<OpenArchive>, storage: CheckedStorage, site: Site) {
    this.#full = full;
    this.#storage = storage;
    this.#site = site;
    this.#current = new FirstVisitArchive(storage, site);
    this.#upgrade();
  }

  get current(): ThreadArchive {
    return this.#current;
  }

  /** Resolved once all actions that wait for the full archive have run; `null` when none does. */
  get loading(): Promise<void> | null {
    return this.#loading;
  }

  /** Load the full archive. */
  load(): void {
    this.whenFull(() => {});
  }

  /** Act on all that is kept: at once if the full archive is loaded; with the current one if it cannot be loaded. */
  whenFull(act: (archive: ThreadArchive) => void): void {
    if (this.#isFull) return act(this.#current);
    const loading = loadTwice(this.#full).then(() => {
      this.#upgrade();
      if (this.#loading === loading) this.#loading = null;
      act(this.#current);
    });
    this.#loading = loading;
  }

  #upgrade(): void {
    const open = this.#full.value;
    if (this.#isFull || open === undefined) return;
    this.#current = open(this.#storage, this.#site);
    this.#isFull = true;
  }
}

/**
 * The archive for a first question, where nothing was kept before: it reads only what it has written itself, and has no
 * limits. The full archive replaces it when there is more, or on the next page.
 */
class FirstVisitArchive implements ThreadArchive {
  readonly #storage: CheckedStorage;
  readonly #site: Site;
  readonly #kept = new Map<string, ThreadContent>();

  constructor(storage: CheckedStorage, site: Site) {
    this.#storage = storage;
    this.#site = site;
  }

  read(id: string): ThreadContent | null {
    return this.#kept.get(id) ?? null;
  }

  keep(id: string, content: ThreadContent): void {
    const { thread, turns } = content;
    const [first] = turns;
    if (first === undefined) return this.remove(id);
    this.#kept.set(id, content);
    const lean = { thread, turns: turns.map(withoutSteps) };
    this.#storage.write(conversationStorageKey(this.#site, id), lean);
    this.#keepInList(id, {
      id,
      title: first.question.slice(0, MAX_TITLE_LENGTH),
      askedAt: turns.at(-1)!.askedAt,
      length: JSON.stringify(lean).length,
    });
  }

  remove(id: string): void {
    this.#kept.delete(id);
    this.#storage.remove(conversationStorageKey(this.#site, id));
    this.#keepInList(id);
  }

  removeOlderThan(): void {}

  createMessages(_earlier: readonly Turn[], { id, question }: Turn): Message[] {
    return [createMessage(id, 'user', question)];
  }

  mergeRatings(_id: string, turns: readonly Turn[]): readonly Turn[] {
    return turns;
  }

  keepIdentity(turns: readonly Turn[]): readonly Turn[] {
    return turns;
  }

  /** Leave the other entries unchecked: they are checked when they are read. */
  #keepInList(id: string, ...entry: StoredConversation[]): void {
    const list = storageKey(this.#site, 'history');
    const known =
      this.#storage.read(list, (value) =>
        Array.isArray(value) ? (value as (StoredConversation | null)[]) : null,
      ) ?? [];
    // With the name that the reader may have given it.
    const named = entry.map((kept) => ({ ...known.find((other) => other?.id === id), ...kept }));
    const next = [...named, ...known.filter((other) => other?.id !== id)];
    this.#storage.write(list, next.length > 0 ? next : null);
  }
}
