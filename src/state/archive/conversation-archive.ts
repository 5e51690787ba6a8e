import { MAX_THREAD_ID_LENGTH } from '../../protocol/reply/reply-limits.ts';
import type { Turn } from '../conversation/conversation-snapshot.ts';
import { createHistory, readHistory, withoutTwins } from './history.ts';
import { storageKey, type CheckedStorage, type Site } from '../storage/storage.ts';
import { listOf, readUuid, readWhole, recordOf, textUpTo } from '../storage/stored-values.ts';
import {
  EMPTY_CONVERSATION,
  MAX_TITLE_LENGTH,
  conversationStorageKey,
  withFeedback,
  type StoredConversation,
  type Thread,
  type ThreadContent,
} from './thread-content.ts';

/** Maximum number of conversations that are kept; the oldest are dropped. */
export const MAX_THREADS = 50;
/** Maximum number of UTF-16 units of conversations that are kept for a site: less than half of an origin's quota. */
export const MAX_THREADS_LENGTH = 2_000_000;

const DAY = 86_400_000;

/** The conversations of a site that are stored on this device, of earlier visits and of other tabs, within limits. */
export class ConversationArchive {
  readonly #storage: CheckedStorage;
  readonly #site: Site;

  constructor(storage: CheckedStorage, site: Site) {
    this.#storage = storage;
    this.#site = site;
  }

  /** Read the list of conversations, by their last question, newest first. */
  list(): readonly StoredConversation[] {
    const threads = this.#storage.read(this.#listKey, listOf(readStoredConversation));
    return withoutTwins(threads ?? []).sort((one, other) => other.askedAt - one.askedAt);
  }

  /** Read a conversation; `null` when it is not kept. */
  read(id: string): ThreadContent | null {
    const content = this.#storage.read(this.#keyOf(id), readContent);
    return content?.turns.length ? content : null;
  }

  /** Keep a conversation in its current state, and the newest of the others that fit. Without turns it is removed. */
  keep(id: string, { thread, turns }: ThreadContent): void {
    const last = turns.at(-1);
    if (last === undefined) return this.remove(id);
    const content = { thread, turns: createHistory(turns) };
    const threads = this.list();
    const title = turns[0]!.question.slice(0, MAX_TITLE_LENGTH);
    const kept = threads.find((thread) => thread.id === id) ?? { title };
    const { length } = JSON.stringify(content);
    this.#storage.write(this.#keyOf(id), content);
    this.#keepList([
      { ...kept, id, askedAt: last.askedAt, length },
      ...threads.filter((thread) => thread.id !== id),
    ]);
  }

  remove(id: string): void {
    this.#storage.remove(this.#keyOf(id));
    this.#keepList(this.list().filter((other) => other.id !== id));
  }

  /** Remove conversations whose last question is older than this. */
  removeOlderThan(days: number): void {
    const oldest = Date.now() - days * DAY;
    for (const { id, askedAt } of this.list()) if (askedAt < oldest) this.remove(id);
  }

  /** Return the turns with the ratings that were kept meanwhile. */
  mergeRatings(id: string, turns: readonly Turn[]): readonly Turn[] {
    const kept = this.read(id)?.turns ?? [];
    return turns.map((turn) => {
      const { feedback = null } = kept.find((other) => other.id === turn.id) ?? turn;
      return withFeedback(turn, feedback);
    });
  }

  get #listKey(): string {
    return storageKey(this.#site, 'history');
  }

  #keyOf(id: string): string {
    return conversationStorageKey(this.#site, id);
  }

  #keepList(threads: readonly StoredConversation[]): void {
    let room = MAX_THREADS_LENGTH;
    const kept = threads.filter(({ id, length }, index) => {
      room -= length;
      const fits = room >= 0 && index < MAX_THREADS;
      if (!fits) this.#storage.remove(this.#keyOf(id));
      return fits;
    });
    this.#storage.write(this.#listKey, kept.length > 0 ? kept : null);
  }
}

/** Read the thread of a conversation. */
export const readThread = recordOf<Thread, 'threadKey'>(
  { threadId: textUpTo(MAX_THREAD_ID_LENGTH) },
  { threadKey: textUpTo(MAX_THREAD_ID_LENGTH) },
);

const readContent = recordOf<ThreadContent, 'thread'>(
  { turns: readHistory },
  { thread: readThread },
  EMPTY_CONVERSATION,
);

const readStoredConversation = recordOf<StoredConversation, 'name'>(
  {
    id: readUuid,
    title: textUpTo(MAX_TITLE_LENGTH),
    askedAt: readWhole,
    length: readWhole,
  },
  { name: textUpTo(MAX_TITLE_LENGTH) },
);
