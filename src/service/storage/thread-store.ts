import { createHash } from 'node:crypto';

/** One question of a thread and its answer. */
export interface ThreadTurn {
  question: string;
  answer: string;
}

/** The owner of a thread: one visitor in one documentation. No other visitor may continue it. */
export interface ThreadOwner {
  domain: string;
  fp: string;
}

/** Limits of kept conversations. */
export interface ThreadLimits {
  /** Days that a thread is kept after its last question. Default 30. */
  days: number;
  /** Threads of all visitors together, plus at most a thousandth; the least recently used are removed first. Default 100,000. */
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

/** Share of new threads after which all threads are counted. Not after each one, because counting many threads is slow. */
const OVERFLOW_SHARE = 0.001;

/** Create a function to call for each new thread. It returns whether to check for threads beyond the limit. */
export function createOverflowCheck({ threads }: ThreadLimits): () => boolean {
  const interval = Math.max(1, Math.floor(threads * OVERFLOW_SHARE));
  let created = 0;
  return () => created++ % interval === 0;
}

/** In milliseconds. */
export const DAY = 86_400_000;

/** The conversations that visitors can continue. */
export interface ThreadStore {
  /** Start a thread. @returns its id */
  create(owner: ThreadOwner): Promise<string>;
  /**
   * Return the latest turns, oldest first; `null` for an unknown thread and for one of another visitor, so that the two cannot be
   * distinguished.
   */
  read(id: string, owner: ThreadOwner): Promise<ThreadTurn[] | null>;
  /** Add a turn to an existing thread. */
  append(id: string, turn: ThreadTurn): Promise<void>;
}

/** Hash the visitor, so that a thread can be matched to its visitor but does not reveal it. */
export function hashThreadOwner({ fp }: ThreadOwner): Buffer {
  return createHash('sha256').update(fp).digest();
}
