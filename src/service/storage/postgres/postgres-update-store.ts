import type { UpdateStatus } from '../../../protocol/api.ts';
import { type PostgresDatabase, type RunQuery, toJson } from './postgres-database.ts';
import { NOTIFY, type Notices } from './postgres-notices.ts';
import {
  MAX_UPDATES,
  type ClaimedUpdate,
  type UpdateChange,
  type UpdateQueue,
  type UpdateRequest,
  type UpdateStore,
} from '../service-store.ts';
import {
  changedUpdate,
  endedUpdate,
  newUpdate,
  readQueueRow,
  type UpdateQueueRow,
} from '../update-record.ts';

/** Notice that an update may be available. */
const QUEUED = 'queued';
/** Milliseconds since the epoch by the clock of the database. */
const DATABASE_TIME = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

interface UpdateRow {
  id: string;
  attempt: number;
  request: UpdateRequest;
  record: UpdateStatus;
}

/**
 * Lease the next update: the first one whose worker was lost, else the oldest queued one of a project that has none running. With
 * `SKIP LOCKED`, workers do not wait for each other: neither a row that another worker is taking nor a later row of its project
 * is a candidate. $1 worker, $2 end of the lease, $3 projects, $4 now.
 */
const TAKE = `
  UPDATE docs_assistant.updates SET state = 'in_progress', worker = $1, leased_until = $2, attempt = attempt + 1,
    record = jsonb_set(record, '{status}', '"in_progress"')
  WHERE sequence = (
    SELECT sequence FROM docs_assistant.updates AS candidate
    WHERE project_id = ANY ($3) AND (
      (state = 'in_progress' AND leased_until <= $4) OR
      (state = 'queued' AND NOT EXISTS (
        SELECT 1 FROM docs_assistant.updates AS other
        WHERE other.project_id = candidate.project_id AND (
          other.state = 'in_progress' OR (other.state = 'queued' AND other.sequence < candidate.sequence)))))
    ORDER BY state, sequence LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING id, request, attempt`;

/** The queues of the projects $1. */
const QUEUES = `
  SELECT given.project_id,
    (SELECT count(*) FROM docs_assistant.updates AS u
       WHERE u.project_id = given.project_id AND state = 'queued') AS queued,
    (SELECT count(*) FROM docs_assistant.updates AS u
       WHERE u.project_id = given.project_id AND state = 'in_progress') AS in_progress,
    (SELECT min(record ->> 'createdAt') FROM docs_assistant.updates AS u
       WHERE u.project_id = given.project_id AND state = 'queued') AS queued_since,
    (SELECT record ->> 'endedAt' FROM docs_assistant.updates AS u
       WHERE u.project_id = given.project_id AND state = 'success' ORDER BY sequence DESC LIMIT 1) AS succeeded_at,
    (SELECT record ->> 'endedAt' FROM docs_assistant.updates AS u
       WHERE u.project_id = given.project_id AND state = 'failure' ORDER BY sequence DESC LIMIT 1) AS failed_at
  FROM unnest($1::text[]) AS given (project_id)`;

/**
 * The update queue in the database: a table whose rows workers hold on a lease. Leases end by the clock of the database, because
 * the clocks of several machines differ.
 */
export class PostgresUpdateStore implements UpdateStore {
  readonly #database: PostgresDatabase;
  readonly #notices: Notices;
  readonly #clock: (() => number) | undefined;

  /** @param clock Milliseconds since the epoch, in place of the clock of the database, for tests. */
  constructor(database: PostgresDatabase, notices: Notices, clock?: () => number) {
    this.#database = database;
    this.#notices = notices;
    this.#clock = clock;
  }

  async queue(request: UpdateRequest): Promise<{ statusId: string; joined: boolean }> {
    return this.#database.transaction(async (query) => {
      // Serialize triggers of one project, so that two of the same commit are joined.
      await query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`queue ${request.projectId}`]);
      const [same] = await query<{ id: string }>(
        `SELECT id FROM docs_assistant.updates WHERE project_id = $1 AND commit_sha IS NOT DISTINCT FROM $2
           AND (state = 'queued' OR (state = 'in_progress' AND commit_sha IS NOT NULL)) LIMIT 1`,
        [request.projectId, request.commit],
      );
      if (same) return { statusId: same.id, joined: true };
      const update = newUpdate(request, await this.#readTime(query));
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
      await query(NOTIFY, [QUEUED]);
      return { statusId: id, joined: false };
    });
  }

  async read(statusId: string): Promise<UpdateStatus | null> {
    if (!UUID.test(statusId)) return null;
    const [row] = await this.#database.query<UpdateRow>(
      'SELECT record FROM docs_assistant.updates WHERE id = $1',
      [statusId],
    );
    return row?.record ?? null;
  }

  async take(
    worker: string,
    leaseMilliseconds: number,
    projectIds: readonly string[],
  ): Promise<ClaimedUpdate | null> {
    const now = await this.#readTime(this.#database.query);
    const [row] = await this.#database.query<UpdateRow>(TAKE, [
      worker,
      now + leaseMilliseconds,
      projectIds,
      now,
    ]);
    return row ? { statusId: row.id, request: row.request, attempt: row.attempt } : null;
  }

  async renew(statusId: string, worker: string, leaseMilliseconds: number): Promise<boolean> {
    return this.#whileHeld(statusId, worker, async (query) =>
      query('UPDATE docs_assistant.updates SET leased_until = $2 WHERE id = $1', [
        statusId,
        (await this.#readTime(query)) + leaseMilliseconds,
      ]),
    );
  }

  async release(statusId: string, worker: string): Promise<boolean> {
    return this.#whileHeld(statusId, worker, async (query) => {
      await query('UPDATE docs_assistant.updates SET leased_until = 0, attempt = attempt - 1 WHERE id = $1', [
        statusId,
      ]);
      await query(NOTIFY, [QUEUED]);
    });
  }

  async report(statusId: string, worker: string, change: UpdateChange): Promise<boolean> {
    return this.#whileHeld(statusId, worker, (query, update) =>
      query('UPDATE docs_assistant.updates SET record = $2 WHERE id = $1', [
        statusId,
        toJson(changedUpdate(update, change)),
      ]),
    );
  }

  async end(
    statusId: string,
    worker: string,
    status: 'success' | 'failure',
    change: UpdateChange,
  ): Promise<boolean> {
    return this.#whileHeld(statusId, worker, async (query, update) => {
      await query('UPDATE docs_assistant.updates SET state = $2, record = $3 WHERE id = $1', [
        statusId,
        status,
        toJson(endedUpdate(update, status, change, await this.#readTime(query))),
      ]);
      // The next update of the project can begin.
      await query(NOTIFY, [QUEUED]);
    });
  }

  onQueued(listener: () => void): () => void {
    return this.#notices.listen((notice) => {
      if (notice === null || notice === QUEUED) listener();
    });
  }

  async latest(projectId: string): Promise<UpdateStatus | null> {
    const [row] = await this.#database.query<UpdateRow>(
      'SELECT record FROM docs_assistant.updates WHERE project_id = $1 ORDER BY sequence DESC LIMIT 1',
      [projectId],
    );
    return row?.record ?? null;
  }

  async lastSuccess(projectId: string): Promise<UpdateStatus | null> {
    const [row] = await this.#database.query<UpdateRow>(
      `SELECT record FROM docs_assistant.updates WHERE project_id = $1 AND state = 'success'
       ORDER BY sequence DESC LIMIT 1`,
      [projectId],
    );
    return row?.record ?? null;
  }

  async readQueues(projectIds: readonly string[]): Promise<UpdateQueue[]> {
    const rows = await this.#database.query<UpdateQueueRow>(QUEUES, [projectIds]);
    return rows.map(readQueueRow);
  }

  async #readTime(query: RunQuery): Promise<number> {
    if (this.#clock) return this.#clock();
    const [row] = await query<{ now: string }>(DATABASE_TIME);
    return Number(row!.now);
  }

  async #whileHeld(
    statusId: string,
    worker: string,
    work: (query: RunQuery, update: UpdateStatus) => Promise<unknown>,
  ): Promise<boolean> {
    return this.#database.transaction(async (query) => {
      const [row] = await query<UpdateRow>(
        // An expired lease is lost only when another worker takes the update, so that a slow worker can still finish.
        `SELECT * FROM docs_assistant.updates WHERE id = $1 AND worker = $2 AND state = 'in_progress' FOR UPDATE`,
        [statusId, worker],
      );
      if (row) await work(query, row.record);
      return row !== undefined;
    });
  }
}
