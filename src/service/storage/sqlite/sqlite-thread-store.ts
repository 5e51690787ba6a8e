import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './sqlite-database.ts';
import {
  createOverflowCheck,
  DAY,
  hashThreadOwner,
  type ThreadLimits,
  type ThreadStore,
} from '../thread-store.ts';

/** Create the store of threads in the data folder. */
export function createSqliteThreadStore(
  database: DatabaseSync,
  limits: ThreadLimits,
  clock: () => number,
): ThreadStore {
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
  const mayOverflow = createOverflowCheck(limits);
  const expiry = (): number => clock() - limits.days * DAY;

  return {
    async create(owner) {
      const id = randomUUID();
      inTransaction(database, () => {
        expireThreads.run(expiry());
        if (mayOverflow()) dropThreads.run(limits.threads - 1);
        insertThread.run(id, owner.domain, hashThreadOwner(owner), clock());
      });
      return id;
    },
    async read(id, owner) {
      if (findThread.get(id, owner.domain, hashThreadOwner(owner), expiry()) === undefined) return null;
      return readTurns.all(id).map(({ question, answer }) => ({
        question: String(question),
        answer: String(answer),
      }));
    },
    async append(id, { question, answer }) {
      inTransaction(database, () => {
        if (touchThread.run(clock(), id).changes === 0) return;
        insertTurn.run(id, question, answer.slice(0, limits.answerCharacters), clock());
        dropTurns.run(id, limits.turns);
      });
    },
  };
}
