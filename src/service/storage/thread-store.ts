import { createHash } from 'node:crypto';

/** One question of a thread and what was answered. */
export interface ThreadTurn {
  question: string;
  answer: string;
}

/** Who may go on with a thread: the same visitor, in the same documentation. */
export interface ThreadOwner {
  domain: string;
  fp: string;
}

/** How much of conversations is kept. */
export interface ThreadLimits {
  /** Days after its last question that a thread is kept. Default 30. */
  days: number;
  /** Threads of all visitors together, give or take a thousandth; the least recently used go first. Default 100,000. */
  threads: number;
  /** Latest turns of one thread. Default 50. */
  turns: number;
  /** UTF-16 units kept of one answer. Default 32,000. */
  answerCharacters: number;
}

export const DEFAULT_THREAD_LIMITS: ThreadLimits = {
  days: 30,
  threads: 100_000,
  turns: 50,
  answerCharacters: 32_000,
};

/** Counting all threads takes a while when there are many: it is done whenever this share of them may have come. */
const OVERFLOW_SHARE = 0.001;

/** Says at every call, one for each new thread, whether it is time to look for threads beyond the limit. */
export function createOverflowCheck({ threads }: ThreadLimits): () => boolean {
  const interval = Math.max(1, Math.floor(threads * OVERFLOW_SHARE));
  let created = 0;
  return () => created++ % interval === 0;
}

/** In milliseconds. */
export const DAY = 86_400_000;

/** The conversations that visitors may come back to. */
export interface ThreadStore {
  /** Starts a thread. @returns its id */
  create(owner: ThreadOwner): Promise<string>;
  /** Latest turns, oldest first; `null` when there is no such thread, or it is another visitor's: nobody can tell which. */
  read(id: string, owner: ThreadOwner): Promise<ThreadTurn[] | null>;
  /** Adds a turn to a thread that exists. */
  append(id: string, turn: ThreadTurn): Promise<void>;
}

/** Visitors are recognised, not recorded. */
export function hashThreadOwner({ fp }: ThreadOwner): Buffer {
  return createHash('sha256').update(fp).digest();
}
