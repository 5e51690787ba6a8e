import { isFinalStatus } from '../../protocol/reply/reply-status.ts';
import type { AnswerFeedback, Turn } from '../conversation/conversation-snapshot.ts';
import { storageKey, type Site } from '../storage/storage.ts';
import { toFilter } from '../storage/stored-values.ts';

/** Maximum length of a title or name of a kept conversation, in UTF-16 units; longer ones are cut. */
export const MAX_TITLE_LENGTH = 120;
/** Default of the days after its last question for which a conversation is kept. */
export const DEFAULT_HISTORY_DAYS = 30;

/** The thread to continue. Both values are kept and removed together. */
export interface Thread {
  readonly threadId: string;
  /** A secret that some servers send once, with a new thread. */
  readonly threadKey?: string;
}

/** A conversation in the list of those that are kept. */
export interface StoredConversation {
  readonly id: string;
  /** The beginning of its first question. */
  readonly title: string;
  /** The name that the reader gave it, shown in place of the title. */
  readonly name?: string;
  /** When its last question was asked, in milliseconds since the epoch. */
  readonly askedAt: number;
  /** Its size, in UTF-16 units. */
  readonly length: number;
}

/** The content of a conversation. */
export interface ThreadContent {
  /** The server's record of it. */
  readonly thread: Thread | null;
  readonly turns: readonly Turn[];
}

/** The content of an empty conversation. */
export const EMPTY_CONVERSATION: ThreadContent = { thread: null, turns: [] };

/** Return the storage key of a conversation. Its thread and its turns are one value, so that those of two are never mixed. */
export function conversationStorageKey(site: Site, id: string): string {
  return `${storageKey(site, 'history')}:${id}`;
}

/** Return a turn as it is kept: without the steps and the reasoning of its answer, and without what the page adds to its filter. */
export function toKeptTurn(turn: Turn): Turn {
  return { ...turn, filter: toFilter(turn.filter), answer: { ...turn.answer, reasoning: '', steps: [] } };
}

/** Return the turn with this rating; the same object if it has that already. */
export function withFeedback(turn: Turn, feedback: AnswerFeedback | null): Turn {
  if (JSON.stringify(turn.feedback ?? null) === JSON.stringify(feedback)) return turn;
  const { feedback: _, ...unrated } = turn;
  return { ...unrated, ...(feedback && { feedback }) };
}

/** Whether no answer of it is under way. */
export function isSettled({ turns }: ThreadContent): boolean {
  return turns.every(({ answer }) => isFinalStatus(answer.status));
}
