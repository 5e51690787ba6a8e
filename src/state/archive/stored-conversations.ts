import { isRecord } from '../../protocol/record.ts';
import { MAX_THREAD_ID_LENGTH } from '../../protocol/reply/reply-limits.ts';
import { createHistory, readHistory } from './history.ts';
import { storageKey, type CheckedStorage, type Site, type ValueReader } from '../storage/storage.ts';
import { readStoredList, readStoredText, readUuid } from '../storage/stored-values.ts';
import {
  MAX_TITLE_LENGTH,
  conversationStorageKey,
  type StoredConversation,
  type Thread,
  type ThreadContent,
} from './thread-content.ts';

/** Maximum number of conversations that are kept; the oldest are dropped. */
export const MAX_THREADS = 50;
/** Maximum number of UTF-16 units of conversations that are kept for a site: less than half of an origin's quota. */
export const MAX_THREADS_LENGTH = 2_000_000;

const DAY = 86_400_000;

/** Read what is kept of one conversation; `null` when there is none. */
export function readThreadContent(storage: CheckedStorage, site: Site, id: string): ThreadContent | null {
  return storage.read(conversationStorageKey(site, id), (value) => {
    const turns = isRecord(value) ? (readHistory(value.turns) ?? []) : [];
    return isRecord(value) && turns.length > 0 ? { thread: readThread(value.thread), turns } : null;
  });
}

/** Read the thread of a conversation. */
export const readThread: ValueReader<Thread> = (value) => {
  if (!isRecord(value)) return null;
  const threadId = readStoredText(value.threadId, MAX_THREAD_ID_LENGTH);
  const threadKey = readStoredText(value.threadKey, MAX_THREAD_ID_LENGTH);
  return threadId === null ? null : { threadId, ...(threadKey !== null && { threadKey }) };
};

/** Keep a conversation, and the newest of the others that fit. */
export function keepThread(
  storage: CheckedStorage,
  site: Site,
  id: string,
  { thread, turns }: ThreadContent,
): void {
  const last = turns.at(-1);
  if (last === undefined) return removeThread(storage, site, id);
  const content = { thread, turns: createHistory(turns) };
  const threads = readStoredConversations(storage, site);
  const title = turns[0]!.question.slice(0, MAX_TITLE_LENGTH);
  const kept = threads.find((thread) => thread.id === id) ?? { title };
  const { length } = JSON.stringify(content);
  storage.write(conversationStorageKey(site, id), content);
  keepList(storage, site, [
    { ...kept, id, askedAt: last.askedAt, length },
    ...threads.filter((thread) => thread.id !== id),
  ]);
}

/**
 * Give a kept conversation a name.
 *
 * @param name cut at {@link MAX_TITLE_LENGTH}; a blank one removes the name, so that the title is shown again
 */
export function renameThread(storage: CheckedStorage, site: Site, id: string, name: string): void {
  const cut = name.trim().slice(0, MAX_TITLE_LENGTH).trim();
  const threads = readStoredConversations(storage, site).map((thread) => {
    if (thread.id !== id) return thread;
    const { name: _, ...unnamed } = thread;
    return cut === '' ? unnamed : { ...unnamed, name: cut };
  });
  if (threads.length > 0) storage.write(storageKey(site, 'history'), threads);
}

export function removeThread(storage: CheckedStorage, site: Site, id: string): void {
  storage.remove(conversationStorageKey(site, id));
  const others = readStoredConversations(storage, site).filter((other) => other.id !== id);
  storage.write(storageKey(site, 'history'), others.length > 0 ? others : null);
}

/** Remove conversations whose last question is older than this. */
export function removeOldThreads(storage: CheckedStorage, site: Site, days: number): void {
  const oldest = Date.now() - days * DAY;
  for (const { id, askedAt } of readStoredConversations(storage, site))
    if (askedAt < oldest) removeThread(storage, site, id);
}

/** Read the list of kept conversations, by their last question, newest first. */
export function readStoredConversations(storage: CheckedStorage, site: Site): readonly StoredConversation[] {
  return storage.read(storageKey(site, 'history'), readThreadList) ?? [];
}

function keepList(storage: CheckedStorage, site: Site, threads: readonly StoredConversation[]): void {
  const kept: StoredConversation[] = [];
  let room = MAX_THREADS_LENGTH;
  for (const thread of threads) {
    room -= thread.length;
    if (room >= 0 && kept.length < MAX_THREADS) kept.push(thread);
    else storage.remove(conversationStorageKey(site, thread.id));
  }
  storage.write(storageKey(site, 'history'), kept);
}

function readThreadList(value: unknown): StoredConversation[] | null {
  const threads = new Map(readStoredList(value, readStoredConversation).map((thread) => [thread.id, thread]));
  return [...threads.values()].toSorted((one, other) => other.askedAt - one.askedAt);
}

function readStoredConversation(value: unknown): StoredConversation | null {
  if (!isRecord(value)) return null;
  const id = readUuid(value.id);
  const title = readStoredText(value.title, MAX_TITLE_LENGTH);
  const name = readStoredText(value.name, MAX_TITLE_LENGTH);
  const { askedAt, length } = value;
  const isWhole = Number.isSafeInteger(askedAt) && Number.isSafeInteger(length) && (length as number) > 0;
  return id === null || title === null || !isWhole
    ? null
    : { id, title, ...(name !== null && { name }), askedAt: askedAt as number, length: length as number };
}
