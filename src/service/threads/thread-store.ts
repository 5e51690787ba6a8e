import { createHash, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../storage/sqlite-database.ts';

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
  /** Threads of all visitors together; the least recently used go first. Default 100,000. */
  threads: number;
  /** Latest turns of one thread. Default 50. */
  turns: number;
  /** UTF-16 units kept of one answer. Default 32,000. */
  answerCharacters: number;
}

const DEFAULT_LIMITS: ThreadLimits = { days: 30, threads: 100_000, turns: 50, answerCharacters: 32_000 };
const DAY = 86_400_000;

/** The conversations that visitors may come back to. */
export interface ThreadStore {
  /** Starts a thread. @returns its id */
  create(owner: ThreadOwner): string;
  /** Latest turns, oldest first; `null` when there is no such thread, or it is another visitor's: nobody can tell which. */
  read(id: string, owner: ThreadOwner): ThreadTurn[] | null;
  /** Adds a turn to a thread that exists. */
  append(id: string, turn: ThreadTurn): void;
}

/** @param options.clock milliseconds since the epoch; default the system's */
export function createThreadStore(
  database: DatabaseSync,
  options: { limits?: Partial<ThreadLimits>; clock?: () => number } = {},
): ThreadStore {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const clock = options.clock ?? Date.now;
  const insertThread = database.prepare('INSERT INTO threads VALUES (?, ?, ?, ?)');
  const expireThreads = database.prepare('DELETE FROM threads WHERE used_at <= ?');
  const dropThreads = database.prepare(
    'DELETE FROM threads WHERE rowid IN (SELECT rowid FROM threads ORDER BY used_at DESC LIMIT -1 OFFSET ?)',
  );
  const findThread = database.prepare(
    'SELECT 1 FROM threads WHERE id = ? AND domain = ? AND owner = ? AND used_at > ?',
  );
  const touchThread = database.prepare('UPDATE threads SET used_at = ? WHERE id = ?');
  const readTurns = database.prepare('SELECT question, answer FROM turns WHERE thread_id = ? ORDER BY rowid');
  const insertTurn = database.prepare('INSERT INTO turns VALUES (?, ?, ?, ?)');
  const dropTurns = database.prepare(
    `DELETE FROM turns WHERE rowid IN
       (SELECT rowid FROM turns WHERE thread_id = ? ORDER BY rowid DESC LIMIT -1 OFFSET ?)`,
  );
  const expiry = (): number => clock() - limits.days * DAY;

  return {
    create(owner) {
      const id = randomUUID();
      inTransaction(database, () => {
        expireThreads.run(expiry());
        dropThreads.run(limits.threads - 1);
        insertThread.run(id, owner.domain, hashOwner(owner), clock());
      });
      return id;
    },
    read(id, owner) {
      if (findThread.get(id, owner.domain, hashOwner(owner), expiry()) === undefined) return null;
      return readTurns.all(id).map(({ question, answer }) => ({
        question: String(question),
        answer: String(answer),
      }));
    },
    append(id, { question, answer }) {
      inTransaction(database, () => {
        if (touchThread.run(clock(), id).changes === 0) return;
        insertTurn.run(id, question, answer.slice(0, limits.answerCharacters), clock());
        dropTurns.run(id, limits.turns);
      });
    },
  };
}

/** Visitors are recognised, not recorded. */
function hashOwner({ fp }: ThreadOwner): Buffer {
  return createHash('sha256').update(fp).digest();
}
