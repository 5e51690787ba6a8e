import type { DatabaseSync } from 'node:sqlite';
import type { LimitStore } from '../../limits/rate-limit.ts';
import { inTransaction } from './sqlite-database.ts';

/** Counters that survive restarts and are shared by all processes that use the data folder. */
export function createSqliteLimitStore(database: DatabaseSync): LimitStore {
  const read = database.prepare('SELECT count FROM limit_counters WHERE key = ?');
  const add = database.prepare(
    `INSERT INTO limit_counters VALUES (?, 1, ?) ON CONFLICT (key) DO UPDATE SET count = count + 1`,
  );
  const expire = database.prepare('DELETE FROM limit_counters WHERE expires_at <= ?');

  return {
    async charge(counters, now) {
      return inTransaction(database, () => {
        expire.run(now);
        const counts = counters.map(({ key }) => Number(read.get(key)?.['count'] ?? 0));
        if (counters.some(({ limit }, index) => (counts[index] ?? 0) >= limit)) {
          return { accepted: false, counts };
        }
        for (const { key, expiresAt } of counters) add.run(key, expiresAt);
        return { accepted: true, counts: counts.map((count) => count + 1) };
      });
    },
  };
}
