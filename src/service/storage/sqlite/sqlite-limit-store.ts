import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { LimitStore } from '../../../limits/rate-limit.ts';
import { inTransaction, openDatabase } from './sqlite-database.ts';

const FILE_NAME = 'limits.sqlite';
const MIGRATIONS = [
  `CREATE TABLE limit_counters (key TEXT PRIMARY KEY, count INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;
   CREATE INDEX limit_counters_by_end ON limit_counters (expires_at);`,
];

/**
 * Open the counters of the data folder. They have a file of their own without a sync per write, because a sync would cost more
 * than the search that is counted: counters survive a crash of the process; a crash of the machine may lose the last ones.
 */
export function openLimitDatabase(dataDir: string): DatabaseSync {
  const database = openDatabase(join(dataDir, FILE_NAME), { migrations: MIGRATIONS });
  database.exec('PRAGMA synchronous = NORMAL');
  return database;
}

/** Create counters that survive restarts and are shared by all processes of the data folder. */
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
