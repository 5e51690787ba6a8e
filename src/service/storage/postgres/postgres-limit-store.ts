import type { LimitStore } from '../../../limits/rate-limit.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** Milliseconds between two removals of expired counters. It is short because counters contain addresses. */
const SWEEP_INTERVAL = 60_000;

/** Create counters in the database, exact for any number of processes. */
export function createPostgresLimitStore(database: PostgresDatabase): LimitStore {
  let nextSweep = 0;
  return {
    async charge(counters, now) {
      const rows = await database.query<{ key: string; count: string; accepted: boolean }>(
        'SELECT * FROM docs_assistant.charge($1, $2, $3)',
        [
          counters.map(({ key }) => key),
          // `bigint` has no Infinity.
          counters.map(({ limit }) => Math.min(limit, Number.MAX_SAFE_INTEGER)),
          counters.map(({ expiresAt }) => expiresAt),
        ],
      );
      if (now >= nextSweep) {
        nextSweep = now + SWEEP_INTERVAL;
        await database.query('DELETE FROM docs_assistant.limit_counters WHERE expires_at <= $1', [now]);
      }
      const counts = new Map(rows.map(({ key, count }) => [key, Number(count)]));
      return {
        accepted: rows.every(({ accepted }) => accepted),
        counts: counters.map(({ key }) => counts.get(key) ?? 0),
      };
    },
    async add(uses) {
      // In the order in which all transactions lock, so that there is no deadlock.
      await database.query(
        `INSERT INTO docs_assistant.limit_counters AS c
           SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS given (k, n, e) ORDER BY k
         ON CONFLICT (key) DO UPDATE SET count = c.count + excluded.count`,
        [uses.map(({ key }) => key), uses.map(({ count }) => count), uses.map(({ expiresAt }) => expiresAt)],
      );
    },
  };
}
