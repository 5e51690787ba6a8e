import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './sqlite-database.ts';

const FILE_NAME = 'state.sqlite';

/** The schema of the state as a list of statements. To change a table, append one: each runs once in the life of a file. */
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
  `CREATE TABLE keys (
     id TEXT PRIMARY KEY, kind TEXT NOT NULL, project_id TEXT NOT NULL, label TEXT NOT NULL, digest BLOB NOT NULL UNIQUE,
     created_at INTEGER NOT NULL, revoked_at INTEGER, used_at INTEGER
   ) STRICT;
   CREATE TABLE updates (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, project_id TEXT NOT NULL, commit_sha TEXT,
     state TEXT NOT NULL, worker TEXT, leased_until INTEGER, attempt INTEGER NOT NULL DEFAULT 0,
     request TEXT NOT NULL, record TEXT NOT NULL
   ) STRICT;
   CREATE INDEX updates_by_project ON updates (project_id, state);
   CREATE TABLE sessions (
     project_id TEXT NOT NULL, id TEXT NOT NULL, created_at TEXT NOT NULL, session TEXT NOT NULL,
     PRIMARY KEY (project_id, id)
   ) STRICT;
   CREATE TABLE generations (
     project_id TEXT NOT NULL, number INTEGER NOT NULL, hash TEXT NOT NULL, size INTEGER NOT NULL, commit_sha TEXT,
     created_at INTEGER NOT NULL, file TEXT NOT NULL, PRIMARY KEY (project_id, number)
   ) STRICT;`,
  // Counters now have a file of their own.
  'DROP TABLE limit_counters',
  `CREATE TABLE insights (
     project_id TEXT NOT NULL, day TEXT NOT NULL, kind TEXT NOT NULL, version TEXT NOT NULL, language TEXT NOT NULL,
     text TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (project_id, day, kind, version, language, text)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX insights_by_day ON insights (day);`,
];

const REMEDY = `Stop all processes of this folder, then put a backup in its place, or remove it with ${FILE_NAME}-wal and ${FILE_NAME}-shm: keys, conversations and agent sessions are then lost, and the index is built again.`;

/** Open the database of the data folder. @throws DamagedDatabase */
export function openStateDatabase(dataDir: string): DatabaseSync {
  return openDatabase(join(dataDir, FILE_NAME), { migrations: MIGRATIONS, remedy: REMEDY });
}
