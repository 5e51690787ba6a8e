import { randomUUID } from 'node:crypto';
import { type PostgresDatabase, withoutNull } from './postgres-database.ts';
import {
  createOverflowCheck,
  DAY,
  hashThreadOwner,
  type ThreadLimits,
  type ThreadStore,
} from '../thread-store.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

// Skip rows that another process is deleting.
const DROP_EXPIRED = `DELETE FROM docs_assistant.threads WHERE id IN (
  SELECT id FROM docs_assistant.threads WHERE used_at <= $1 FOR UPDATE SKIP LOCKED)`;
const DROP_OVERFLOW = `DELETE FROM docs_assistant.threads WHERE id IN (
  SELECT id FROM docs_assistant.threads ORDER BY used_at DESC OFFSET $1 FOR UPDATE SKIP LOCKED)`;

/** Create the store of threads in the database. */
export function createPostgresThreadStore(
  database: PostgresDatabase,
  limits: ThreadLimits,
  clock: () => number,
): ThreadStore {
  const mayOverflow = createOverflowCheck(limits);
  const expiry = (): number => clock() - limits.days * DAY;

  return {
    async create(owner) {
      const id = randomUUID();
      await database.transaction(async (query) => {
        await query(DROP_EXPIRED, [expiry()]);
        if (mayOverflow()) await query(DROP_OVERFLOW, [limits.threads - 1]);
        await query('INSERT INTO docs_assistant.threads VALUES ($1, $2, $3, $4)', [
          id,
          owner.domain,
          hashThreadOwner(owner),
          clock(),
        ]);
      });
      return id;
    },
    async read(id, owner) {
      if (!UUID.test(id)) return null;
      const rows = await database.query<{ question: string | null; answer: string }>(
        `SELECT question, answer FROM docs_assistant.threads LEFT JOIN docs_assistant.turns ON thread_id = id
         WHERE id = $1 AND domain = $2 AND owner = $3 AND used_at > $4 ORDER BY sequence`,
        [id, owner.domain, hashThreadOwner(owner), expiry()],
      );
      if (rows.length === 0) return null;
      return rows.flatMap(({ question, answer }) => (question === null ? [] : { question, answer }));
    },
    async append(id, { question, answer }) {
      await database.transaction(async (query) => {
        const threads = await query(
          'UPDATE docs_assistant.threads SET used_at = $1 WHERE id = $2 RETURNING id',
          [clock(), id],
        );
        if (threads.length === 0) return;
        await query('INSERT INTO docs_assistant.turns (thread_id, question, answer) VALUES ($1, $2, $3)', [
          ...[id, question, answer.slice(0, limits.answerCharacters)].map(withoutNull),
        ]);
        await query(
          `DELETE FROM docs_assistant.turns WHERE sequence IN (
             SELECT sequence FROM docs_assistant.turns WHERE thread_id = $1 ORDER BY sequence DESC OFFSET $2)`,
          [id, limits.turns],
        );
      });
    },
  };
}
