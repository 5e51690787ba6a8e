import { createPostgresThreadStore } from './postgres-thread-store.ts';
import { DEFAULT_THREAD_LIMITS } from '../thread-store.ts';
import { openPostgresDatabase } from './postgres-database.ts';
import { PostgresGenerationStore } from './postgres-generation-store.ts';
import { createPostgresInsightStore } from './postgres-insight-store.ts';
import { createPostgresKeyStore } from './postgres-key-store.ts';
import { createPostgresLimitStore } from './postgres-limit-store.ts';
import { openNotices } from './postgres-notices.ts';
import { migrate } from './postgres-schema.ts';
import { createPostgresSessionStore } from './postgres-session-store.ts';
import { PostgresUpdateStore } from './postgres-update-store.ts';
import type { ServiceStore, StoreOptions } from '../service-store.ts';

/**
 * Open a store in one database, for any number of processes on any number of machines. Missing tables are created, in a schema of
 * their own. A lost connection is opened again; calls meanwhile reject with `StoreUnavailable`.
 *
 * @param url `postgres://user:password@host/database`
 * @throws Error when `pg` is not installed, or the database was written by a newer version
 * @throws StoreUnavailable when the database does not answer
 */
export async function openPostgresStore(url: string, options: StoreOptions = {}): Promise<ServiceStore> {
  const { clock = Date.now } = options;
  const database = await openPostgresDatabase(url);
  try {
    await migrate(database);
    const notices = openNotices(database);
    return {
      keys: createPostgresKeyStore(database, clock),
      threads: createPostgresThreadStore(database, { ...DEFAULT_THREAD_LIMITS, ...options.threads }, clock),
      limits: createPostgresLimitStore(database),
      updates: new PostgresUpdateStore(database, notices, options.clock),
      sessions: createPostgresSessionStore(database),
      insights: createPostgresInsightStore(database),
      generations: new PostgresGenerationStore(database, notices, clock),
      async check() {
        await database.query('SELECT 1');
      },
      async close() {
        await notices.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
