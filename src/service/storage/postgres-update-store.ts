import type { UpdateStatus } from '../../protocol/api.ts';
import type { PostgresDatabase, RunQuery } from './postgres-database.ts';
import { toJson } from './postgres-json.ts';
import { NOTIFY, type Notices } from './postgres-notices.ts';
import type { UpdateQueue } from './postgres-queue.ts';
import { MAX_UPDATES, type TakenUpdate, type UpdateRequest, type UpdateStore } from './service-store.ts';
import { changedUpdate, endedUpdate, newUpdate } from './update-record.ts';

/** What is sent when there may be something to take. */
const QUEUED = 'queued';
/** Milliseconds since the epoch by the clock of the database. */
const DATABASE_TIME = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

interface UpdateRow {
  id: string;
  project_id: string;
  attempt: number;
  request: UpdateRequest;
  record: UpdateStatus;
}

/**
 * Updates in the database: pg-boss says whose turn it is, our table what an update has come to and who holds it until when. Both
 * are written in one transaction. Leases end by the clock of the database: machines need not agree on the time.
 *
 * @param clock in its place, for tests
 */
export function createPostgresUpdateStore(
  database: PostgresDatabase,
  queue: UpdateQueue,
  notices: Notices,
  clock?: () => number,
): UpdateStore {
  async function readTime(query: RunQuery): Promise<number> {
    if (clock) return clock();
    const [row] = await query<{ now: string }>(DATABASE_TIME);
    return Number(row!.now);
  }

  async function whileHeld(
    statusId: string,
    worker: string,
    work: (query: RunQuery, update: UpdateStatus) => Promise<unknown>,
  ): Promise<boolean> {
    return database.transaction(async (query) => {
      const [row] = await query<UpdateRow>(
        // A lease that ran out is lost when another worker took it, not before: whoever was only slow goes on.
        `SELECT * FROM docs_assistant.updates WHERE id = $1 AND worker = $2 AND state = 'in_progress' FOR UPDATE`,
        [statusId, worker],
      );
      if (row) await work(query, row.record);
      return row !== undefined;
    });
  }

  /** Gives the job that is next in the queue of a project to a worker. */
  async function takeFrom(
    query: RunQuery,
    projectId: string,
    worker: string,
    leasedUntil: number,
  ): Promise<TakenUpdate | null> {
    const id = await queue.fetch(query, projectId);
    if (id === null) return null;
    const [row] = await query<UpdateRow>(
      `UPDATE docs_assistant.updates SET state = 'in_progress', worker = $2, leased_until = $3, attempt = attempt + 1,
         record = jsonb_set(record, '{status}', '"in_progress"')
       WHERE id = $1 AND state IN ('queued', 'in_progress') RETURNING *`,
      [id, worker, leasedUntil],
    );
    if (row) return { statusId: id, request: row.request, attempt: row.attempt };
    await queue.complete(query, projectId, id);
    return null;
  }

  return {
    async queue(request) {
      await queue.prepare(request.projectId);
      return database.transaction(async (query) => {
        // Two triggers of the same commit at the same time: the second one sees the first.
        await query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`queue ${request.projectId}`]);
        const [same] = await query<{ id: string }>(
          `SELECT id FROM docs_assistant.updates WHERE project_id = $1 AND commit_sha IS NOT DISTINCT FROM $2
             AND (state = 'queued' OR (state = 'in_progress' AND commit_sha IS NOT NULL)) LIMIT 1`,
          [request.projectId, request.commit],
        );
        if (same) return { statusId: same.id, joined: true };
        const update = newUpdate(request, await readTime(query));
        const { _id: id, projectId, status } = update;
        await query(
          `INSERT INTO docs_assistant.updates (id, project_id, commit_sha, state, request, record)
           VALUES ($1, $2, $3, $4, $5, $6)`,
          [id, projectId, request.commit, status, toJson(request), toJson(update)],
        );
        await query(
          `DELETE FROM docs_assistant.updates WHERE sequence IN (
             SELECT sequence FROM docs_assistant.updates WHERE project_id = $1 AND state IN ('success', 'failure')
             ORDER BY sequence DESC OFFSET $2)`,
          [projectId, MAX_UPDATES],
        );
        await queue.send(query, projectId, id);
        await query(NOTIFY, [QUEUED]);
        return { statusId: id, joined: false };
      });
    },
    async read(statusId) {
      if (!UUID.test(statusId)) return null;
      const [row] = await database.query<UpdateRow>(
        'SELECT record FROM docs_assistant.updates WHERE id = $1',
        [statusId],
      );
      return row?.record ?? null;
    },
    async take(worker, leaseMilliseconds, projectIds) {
      for (const projectId of projectIds) await queue.prepare(projectId);
      return database.transaction(async (query) => {
        const now = await readTime(query);
        const [lost] = await query<UpdateRow>(
          `SELECT * FROM docs_assistant.updates
           WHERE state = 'in_progress' AND leased_until <= $1 AND project_id = ANY ($2)
           ORDER BY sequence LIMIT 1 FOR UPDATE SKIP LOCKED`,
          [now, projectIds],
        );
        if (lost) await queue.giveBack(query, lost.project_id, lost.id);
        const waiting = await query<{ id: string; project_id: string }>(
          `SELECT DISTINCT ON (project_id) project_id, id, sequence FROM docs_assistant.updates AS candidate
           WHERE state = 'queued' AND project_id = ANY ($1) AND NOT EXISTS (
             SELECT 1 FROM docs_assistant.updates
             WHERE project_id = candidate.project_id AND state = 'in_progress')
           ORDER BY project_id, sequence`,
          [projectIds],
        );
        for (const { project_id: projectId, id } of [...(lost ? [lost] : []), ...waiting]) {
          const taken = await takeFrom(query, projectId, worker, now + leaseMilliseconds);
          if (taken !== null) return taken;
          // Nothing, although an update waits: another worker is just taking it, or its job is gone. The latter is mended.
          await queue.send(query, projectId, id);
        }
        return null;
      });
    },
    async renew(statusId, worker, leaseMilliseconds) {
      return whileHeld(statusId, worker, async (query) =>
        query('UPDATE docs_assistant.updates SET leased_until = $2 WHERE id = $1', [
          ...[statusId, (await readTime(query)) + leaseMilliseconds],
        ]),
      );
    },
    async release(statusId, worker) {
      return whileHeld(statusId, worker, async (query) => {
        await query(
          'UPDATE docs_assistant.updates SET leased_until = 0, attempt = attempt - 1 WHERE id = $1',
          [statusId],
        );
        await query(NOTIFY, [QUEUED]);
      });
    },
    async report(statusId, worker, change) {
      return whileHeld(statusId, worker, (query, update) =>
        query('UPDATE docs_assistant.updates SET record = $2 WHERE id = $1', [
          ...[statusId, toJson(changedUpdate(update, change))],
        ]),
      );
    },
    async end(statusId, worker, status, change) {
      return whileHeld(statusId, worker, async (query, update) => {
        await query('UPDATE docs_assistant.updates SET state = $2, record = $3 WHERE id = $1', [
          ...[statusId, status, toJson(endedUpdate(update, status, change, await readTime(query)))],
        ]);
        await queue.complete(query, update.projectId, statusId);
        // The next one of the project can begin.
        await query(NOTIFY, [QUEUED]);
      });
    },
    onQueued(listener) {
      return notices.listen((notice) => {
        if (notice === null || notice === QUEUED) listener();
      });
    },
    async lastSuccess(projectId) {
      const [row] = await database.query<UpdateRow>(
        `SELECT record FROM docs_assistant.updates WHERE project_id = $1 AND state = 'success'
         ORDER BY sequence DESC LIMIT 1`,
        [projectId],
      );
      return row?.record ?? null;
    },
  };
}
