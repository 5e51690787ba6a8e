import { createHash } from 'node:crypto';
import type { ConnectionOptions, PgBoss } from 'pg-boss';
import { loadOptional } from '../optional-package.ts';
import type { PostgresDatabase, RunQuery } from './postgres-database.ts';
import { QUEUE_SCHEMA } from './postgres-schema.ts';

/** The most that pg-boss allows. How long a worker may be silent is decided by the lease. */
const EXPIRE_SECONDS = 24 * 3600;
/** Updates wait for a worker as long as it takes. */
const RETENTION_SECONDS = 10 * 365 * 24 * 3600;
/** Whether to try again is decided by the worker, which ends the update as failed after some attempts. */
const RETRY_LIMIT = 1_000_000;
const DELETE_AFTER_SECONDS = 24 * 3600;

/**
 * The queue of updates: pg-boss, with one queue for each project, in which jobs run one after the other in the order in which
 * they came. Every step takes part in the transaction that writes what the update has come to.
 */
export interface UpdateQueue {
  /** Before the first transaction that concerns a project. */
  prepare(projectId: string): Promise<void>;
  /** Sends a job that has the id of its update; does nothing when there is one. */
  send(query: RunQuery, projectId: string, id: string): Promise<void>;
  /** Takes the next job of a project. @returns the id of its update; `null` when there is none, or one is under way */
  fetch(query: RunQuery, projectId: string): Promise<string | null>;
  /** Puts a job whose worker was lost back to the head of its queue. */
  giveBack(query: RunQuery, projectId: string, id: string): Promise<void>;
  complete(query: RunQuery, projectId: string, id: string): Promise<void>;
  /** Creates the tables that are missing and starts to tidy up. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param onFailure hears of failed maintenance, which is tried again
 * @throws Error when the package `pg-boss` is missing
 */
export async function createUpdateQueue(
  database: PostgresDatabase,
  onFailure: (error: unknown) => void,
): Promise<UpdateQueue> {
  const { PgBoss } = await loadOptional(
    'Keeping state in PostgreSQL',
    ['pg', 'pg-boss'],
    () => import('pg-boss'),
  );
  const boss: PgBoss = new PgBoss({
    db: { executeSql: async (text, values) => ({ rows: await database.query(text, values) }) },
    schema: QUEUE_SCHEMA,
    createSchema: false,
    schedule: false,
  });
  boss.on('error', onFailure);
  const prepared = new Map<string, Promise<void>>();

  return {
    prepare(projectId) {
      let queue = prepared.get(projectId);
      if (queue === undefined) {
        queue = boss.createQueue(queueOf(projectId), {
          policy: 'key_strict_fifo',
          expireInSeconds: EXPIRE_SECONDS,
          retentionSeconds: RETENTION_SECONDS,
          retryLimit: RETRY_LIMIT,
          deleteAfterSeconds: DELETE_AFTER_SECONDS,
        });
        prepared.set(projectId, queue);
        queue.catch(() => prepared.delete(projectId));
      }
      return queue;
    },
    async send(query, projectId, id) {
      await boss.send(queueOf(projectId), null, { id, singletonKey: queueOf(projectId), ...within(query) });
    },
    async fetch(query, projectId) {
      const [job] = await boss.fetch(queueOf(projectId), within(query));
      return job?.id ?? null;
    },
    async giveBack(query, projectId, id) {
      await boss.fail(queueOf(projectId), id, { reason: 'The worker was lost' }, within(query));
    },
    async complete(query, projectId, id) {
      await boss.complete(queueOf(projectId), id, null, within(query));
    },
    async start() {
      await boss.start();
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

function within(query: RunQuery): ConnectionOptions {
  return { db: { executeSql: async (text, values) => ({ rows: await query(text, values) }) } };
}

/** Queues may be called by fewer characters than projects. */
function queueOf(projectId: string): string {
  return `update-${createHash('sha256').update(projectId).digest('hex').slice(0, 32)}`;
}
