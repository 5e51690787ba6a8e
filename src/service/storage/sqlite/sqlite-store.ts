import { join } from 'node:path';
import { createSqliteThreadStore } from './sqlite-thread-store.ts';
import { DEFAULT_THREAD_LIMITS } from '../thread-store.ts';
import { createChangeSignal } from './change-signal.ts';
import type { ServiceStore, StoreOptions } from '../service-store.ts';
import { createSqliteInsightStore } from './sqlite-insight-store.ts';
import { SqliteGenerationStore } from './sqlite-generation-store.ts';
import { createSqliteKeyStore } from './sqlite-key-store.ts';
import { createSqliteLimitStore, openLimitDatabase } from './sqlite-limit-store.ts';
import { createSqliteSessionStore } from './sqlite-session-store.ts';
import { SqliteUpdateStore } from './sqlite-update-store.ts';
import { openStateDatabase } from './state-database.ts';

/** Milliseconds between two polls for changes of other processes. */
const POLL_INTERVAL = 1_000;
const GENERATIONS_FOLDER = 'generations';

/**
 * Open a store in one folder: for one machine, on which any number of processes may share it.
 *
 * @throws Error when the folder is not writable, or a newer version wrote to it
 * @throws DamagedDatabase
 */
export function openSqliteStore(dataDir: string, options: StoreOptions = {}): ServiceStore {
  const { clock = Date.now, onDamage = () => {} } = options;
  const database = openStateDatabase(dataDir);
  const counters = openLimitDatabase(dataDir, onDamage);
  const readDataVersion = database.prepare('PRAGMA data_version');
  let dataVersion = readDataVersion.get()!['data_version'];
  // SQLite increases `data_version` when another connection has written.
  const isWrittenByOthers = () => dataVersion !== (dataVersion = readDataVersion.get()!['data_version']);
  const changes = createChangeSignal(isWrittenByOthers, POLL_INTERVAL);

  return {
    keys: createSqliteKeyStore(database, clock),
    threads: createSqliteThreadStore(database, { ...DEFAULT_THREAD_LIMITS, ...options.threads }, clock),
    limits: createSqliteLimitStore(counters),
    updates: new SqliteUpdateStore(database, clock, changes),
    sessions: createSqliteSessionStore(database),
    insights: createSqliteInsightStore(database),
    generations: new SqliteGenerationStore(database, join(dataDir, GENERATIONS_FOLDER), clock, changes),
    async check() {
      database.prepare('SELECT 1').get();
    },
    async close() {
      changes.close();
      counters.close();
      database.close();
    },
  };
}
