import { isFinalStatus } from '../../protocol/reply/reply-content.ts';
import type { AnswerFeedback, Turn } from '../conversation/conversation-snapshot.ts';
import { storageKey, type Site } from '../storage/storage.ts';

/** Longest title of a kept conversation; longer first questions are cut. */
export const MAX_TITLE_LENGTH = 120;
/** Days after its last question for which a conversation is kept, unless the page says otherwise. */
export const DEFAULT_HISTORY_DAYS = 30;

/** The thread to go on with. Both are kept together and dropped together. */
export interface Thread {
  readonly threadId: string;
  /** The secret that some servers give out once, with a new thread. */
  readonly threadKey?: string;
}

/** A conversation in the list of those that are kept. */
export interface KeptThread {
  readonly id: string;
  /** The beginning of its first question. */
  readonly title: string;
  /** When its last question was asked, in milliseconds since the epoch. */
  readonly askedAt: number;
  /** How much room it takes, in UTF-16 units. */
  readonly length: number;
}

/** What a conversation consists of when it is not on the screen. */
export interface ThreadContent {
  /** What the server knows it by. */
  readonly thread: Thread | null;
  readonly turns: readonly Turn[];
}

/** A conversation in which nothing was said. */
export const NOTHING_SAID: ThreadContent = { thread: null, turns: [] };

/** Return the storage key of a conversation. Its thread and its turns are one value, so that those of two are never mixed. */
export function conversationStorageKey(site: Site, id: string): string {
  return `${storageKey(site, 'history')}:${id}`;
}

/** A turn as it is kept: without the steps and the reasoning that led to its answer. */
export function withoutSteps(turn: Turn): Turn {
  return { ...turn, answer: { ...turn.answer, reasoning: '', steps: [] } };
}

/** The turn with this rating; the very same turn when that is the one it has. */
export function withFeedback(turn: Turn, feedback: AnswerFeedback | null): Turn {
  if (JSON.stringify(turn.feedback ?? null) === JSON.stringify(feedback)) return turn;
  const { feedback: _, ...unrated } = turn;
  return feedback === null ? unrated : { ...unrated, feedback };
}

/** Whether no answer of it is being written. */
export function hasEnded({ turns }: ThreadContent): boolean {
  return turns.every(({ answer }) => isFinalStatus(answer.status));
}
