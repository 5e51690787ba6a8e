import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './sqlite-database.ts';

const FILE_NAME = 'state.sqlite';

/** What the service keeps besides its indexes. To change a shape, append a statement: each runs once in the life of a file. */
const MIGRATIONS = [
  `CREATE TABLE threads (
     id TEXT PRIMARY KEY, domain TEXT NOT NULL, owner BLOB NOT NULL, used_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX threads_by_use ON threads (used_at);
   CREATE TABLE turns (
     thread_id TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
     question TEXT NOT NULL, answer TEXT NOT NULL, asked_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX turns_by_thread ON turns (thread_id);`,
  `CREATE TABLE limit_counters (key TEXT PRIMARY KEY, count INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;
   CREATE INDEX limit_counters_by_end ON limit_counters (expires_at);`,
];

/** Opens the database of threads and counters in the data folder. */
export function openStateDatabase(dataDir: string): DatabaseSync {
  return openDatabase(join(dataDir, FILE_NAME), { migrations: MIGRATIONS });
}
