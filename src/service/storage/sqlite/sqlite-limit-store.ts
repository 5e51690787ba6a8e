import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { LimitStore } from '../../../limits/rate-limit.ts';
import { DamagedDatabase, inTransaction, openDatabase } from './sqlite-database.ts';

const FILE_NAME = 'limits.sqlite';
const MIGRATIONS = [
  `CREATE TABLE limit_counters (key TEXT PRIMARY KEY, count INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;
   CREATE INDEX limit_counters_by_end ON limit_counters (expires_at);`,
];

const REMEDY = 'It is put aside, and counting begins anew.';

/**
 * Open the counters of the data folder. They have a file of their own without a sync per write, because a sync would cost more
 * than the search that is counted: counters survive a crash of the process; a crash of the machine may lose the last ones.
 *
 * @param onDamage called with the reason when a damaged file was put aside, as `limits.sqlite.damaged`
 */
export function openLimitDatabase(dataDir: string, onDamage: (error: Error) => void): DatabaseSync {
  const path = join(dataDir, FILE_NAME);
  const options = { migrations: MIGRATIONS, remedy: REMEDY };
  let database;
  try {
    database = openDatabase(path, options);
  } catch (error) {
    if (!(error instanceof DamagedDatabase)) throw error;
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
    renameSync(path, `${path}.damaged`);
    onDamage(error);
    database = openDatabase(path, options);
  }
  database.exec('PRAGMA synchronous = NORMAL');
  return database;
}

/** Create counters that survive restarts and are shared by all processes of the data folder. */
export function createSqliteLimitStore(database: DatabaseSync): LimitStore {
  const read = database.prepare('SELECT count FROM limit_counters WHERE key = ?');
  const add = database.prepare(
    `INSERT INTO limit_counters VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET count = count + excluded.count`,
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
        for (const { key, expiresAt } of counters) add.run(key, 1, expiresAt);
        return { accepted: true, counts: counts.map((count) => count + 1) };
      });
    },
    async add(uses) {
      inTransaction(database, () => {
        for (const { key, count, expiresAt } of uses) add.run(key, count, expiresAt);
      });
    },
  };
}
