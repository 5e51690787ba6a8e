import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { UpdateStatus } from '../../../protocol/api.ts';
import type { ChangeSignal } from './change-signal.ts';
import {
  MAX_UPDATES,
  type ClaimedUpdate,
  type UpdateChange,
  type UpdateQueue,
  type UpdateRequest,
  type UpdateStore,
} from '../service-store.ts';
import { inTransaction } from './sqlite-database.ts';
import {
  changedUpdate,
  endedUpdate,
  newUpdate,
  readQueueRow,
  type UpdateQueueRow,
} from '../update-record.ts';

/** The update queue in the data folder: a table whose rows workers hold on a lease. */
export class SqliteUpdateStore implements UpdateStore {
  readonly #database: DatabaseSync;
  readonly #clock: () => number;
  readonly #changes: ChangeSignal;
  readonly #statements: ReturnType<typeof prepareStatements>;

  /** @param clock Milliseconds since the epoch */
  constructor(database: DatabaseSync, clock: () => number, changes: ChangeSignal) {
    this.#database = database;
    this.#clock = clock;
    this.#changes = changes;
    this.#statements = prepareStatements(database);
  }

  async queue(request: UpdateRequest): Promise<{ statusId: string; joined: boolean }> {
    const { selectSame, insert, drop } = this.#statements;
    const result = inTransaction(this.#database, () => {
      const same = selectSame.get(request.projectId, request.commit);
      if (same) return { statusId: same['id'] as string, joined: true };
      const update = newUpdate(request, this.#clock());
      const { _id: id, projectId, status } = update;
      insert.run(id, projectId, request.commit, status, JSON.stringify(request), JSON.stringify(update));
      drop.run(projectId, MAX_UPDATES);
      return { statusId: id, joined: false };
    });
    this.#changes.notify();
    return result;
  }

  async read(statusId: string): Promise<UpdateStatus | null> {
    const row = this.#statements.select.get(statusId);
    return row ? readRecord(row) : null;
  }

  async take(
    worker: string,
    leaseMilliseconds: number,
    projectIds: readonly string[],
  ): Promise<ClaimedUpdate | null> {
    const { selectNext, lease } = this.#statements;
    return inTransaction(this.#database, () => {
      const now = this.#clock();
      const row = selectNext.get(JSON.stringify(projectIds), now);
      if (!row) return null;
      const update: UpdateStatus = { ...readRecord(row), status: 'in_progress' };
      lease.run(worker, now + leaseMilliseconds, JSON.stringify(update), update._id);
      return {
        statusId: update._id,
        request: JSON.parse(row['request'] as string) as UpdateRequest,
        attempt: (row['attempt'] as number) + 1,
      };
    });
  }

  async renew(statusId: string, worker: string, leaseMilliseconds: number): Promise<boolean> {
    const { renew } = this.#statements;
    return this.#whileHeld(statusId, worker, () => renew.run(this.#clock() + leaseMilliseconds, statusId));
  }

  async release(statusId: string, worker: string): Promise<boolean> {
    const isHeld = this.#whileHeld(statusId, worker, () => this.#statements.release.run(statusId));
    this.#changes.notify();
    return isHeld;
  }

  async report(statusId: string, worker: string, change: UpdateChange): Promise<boolean> {
    return this.#whileHeld(statusId, worker, (update) =>
      this.#statements.write.run(update.status, JSON.stringify(changedUpdate(update, change)), statusId),
    );
  }

  async end(
    statusId: string,
    worker: string,
    status: 'success' | 'failure',
    change: UpdateChange,
  ): Promise<boolean> {
    const isHeld = this.#whileHeld(statusId, worker, (update) => {
      const ended = endedUpdate(update, status, change, this.#clock());
      this.#statements.write.run(status, JSON.stringify(ended), statusId);
    });
    // The next update of the project can begin.
    this.#changes.notify();
    return isHeld;
  }

  onQueued(listener: () => void): () => void {
    return this.#changes.listen(listener);
  }

  async latest(projectId: string): Promise<UpdateStatus | null> {
    const row = this.#statements.selectLatest.get(projectId);
    return row ? readRecord(row) : null;
  }

  async lastSuccess(projectId: string): Promise<UpdateStatus | null> {
    const row = this.#statements.selectSuccess.get(projectId);
    return row ? readRecord(row) : null;
  }

  async readQueues(projectIds: readonly string[]): Promise<UpdateQueue[]> {
    const rows = this.#statements.selectQueues.all(JSON.stringify(projectIds));
    return rows.map((row) => readQueueRow(row as unknown as UpdateQueueRow));
  }

  /** Run `work` if this worker still holds the update. */
  #whileHeld(statusId: string, worker: string, work: (update: UpdateStatus) => void): boolean {
    return inTransaction(this.#database, () => {
      const row = this.#statements.selectHeld.get(statusId, worker);
      if (row) work(readRecord(row));
      return row !== undefined;
    });
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    insert: database.prepare(
      'INSERT INTO updates (id, project_id, commit_sha, state, request, record) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    drop: database.prepare(
      `DELETE FROM updates WHERE sequence IN (
         SELECT sequence FROM updates WHERE project_id = ? AND state IN ('success', 'failure')
         ORDER BY sequence DESC LIMIT -1 OFFSET ?)`,
    ),
    selectSame: database.prepare(
      `SELECT id FROM updates WHERE project_id = ? AND commit_sha IS ?
         AND (state = 'queued' OR (state = 'in_progress' AND commit_sha IS NOT NULL)) LIMIT 1`,
    ),
    select: database.prepare('SELECT record FROM updates WHERE id = ?'),
    selectNext: database.prepare(
      `SELECT * FROM updates AS candidate
       WHERE project_id IN (SELECT value FROM json_each(?)) AND (
         (state = 'in_progress' AND leased_until <= ?) OR
         (state = 'queued' AND NOT EXISTS (
           SELECT 1 FROM updates WHERE project_id = candidate.project_id AND state = 'in_progress')))
       ORDER BY state, sequence LIMIT 1`,
    ),
    lease: database.prepare(
      `UPDATE updates SET state = 'in_progress', worker = ?, leased_until = ?, attempt = attempt + 1, record = ?
       WHERE id = ?`,
    ),
    // An expired lease is lost only when another worker takes the update, so that a slow worker can still finish.
    selectHeld: database.prepare(
      `SELECT record FROM updates WHERE id = ? AND worker = ? AND state = 'in_progress'`,
    ),
    renew: database.prepare('UPDATE updates SET leased_until = ? WHERE id = ?'),
    release: database.prepare('UPDATE updates SET leased_until = 0, attempt = attempt - 1 WHERE id = ?'),
    write: database.prepare('UPDATE updates SET state = ?, record = ? WHERE id = ?'),
    selectLatest: database.prepare(
      'SELECT record FROM updates WHERE project_id = ? ORDER BY sequence DESC LIMIT 1',
    ),
    selectSuccess: database.prepare(
      `SELECT record FROM updates WHERE project_id = ? AND state = 'success' ORDER BY sequence DESC LIMIT 1`,
    ),
    selectQueues: database.prepare(
      `SELECT given.value AS project_id,
         (SELECT count(*) FROM updates WHERE project_id = given.value AND state = 'queued') AS queued,
         (SELECT count(*) FROM updates WHERE project_id = given.value AND state = 'in_progress') AS in_progress,
         (SELECT min(record ->> 'createdAt') FROM updates
            WHERE project_id = given.value AND state = 'queued') AS queued_since,
         (SELECT record ->> 'endedAt' FROM updates
            WHERE project_id = given.value AND state = 'success' ORDER BY sequence DESC LIMIT 1) AS succeeded_at,
         (SELECT record ->> 'endedAt' FROM updates
            WHERE project_id = given.value AND state = 'failure' ORDER BY sequence DESC LIMIT 1) AS failed_at
       FROM json_each(?) AS given`,
    ),
  };
}

function readRecord(row: Record<string, SQLOutputValue>): UpdateStatus {
  return JSON.parse(row['record'] as string) as UpdateStatus;
}
