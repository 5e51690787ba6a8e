import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { UpdateStatus } from '../../../protocol/api.ts';
import type { ChangeSignal } from './change-signal.ts';
import { MAX_UPDATES, type UpdateRequest, type UpdateStore } from '../service-store.ts';
import { inTransaction } from './sqlite-database.ts';
import { changedUpdate, endedUpdate, newUpdate } from '../update-record.ts';

/** The update queue in the data folder: a table whose rows workers hold on a lease. */
export function createSqliteUpdateStore(
  database: DatabaseSync,
  clock: () => number,
  changes: ChangeSignal,
): UpdateStore {
  const insert = database.prepare(
    'INSERT INTO updates (id, project_id, commit_sha, state, request, record) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const drop = database.prepare(
    `DELETE FROM updates WHERE sequence IN (
       SELECT sequence FROM updates WHERE project_id = ? AND state IN ('success', 'failure')
       ORDER BY sequence DESC LIMIT -1 OFFSET ?)`,
  );
  const selectSame = database.prepare(
    `SELECT id FROM updates WHERE project_id = ? AND commit_sha IS ?
       AND (state = 'queued' OR (state = 'in_progress' AND commit_sha IS NOT NULL)) LIMIT 1`,
  );
  const select = database.prepare('SELECT record FROM updates WHERE id = ?');
  const selectNext = database.prepare(
    `SELECT * FROM updates AS candidate
     WHERE project_id IN (SELECT value FROM json_each(?)) AND (
       (state = 'in_progress' AND leased_until <= ?) OR
       (state = 'queued' AND NOT EXISTS (
         SELECT 1 FROM updates WHERE project_id = candidate.project_id AND state = 'in_progress')))
     ORDER BY state, sequence LIMIT 1`,
  );
  const lease = database.prepare(
    `UPDATE updates SET state = 'in_progress', worker = ?, leased_until = ?, attempt = attempt + 1, record = ?
     WHERE id = ?`,
  );
  // A lease that ran out is lost when another worker took it, not before: whoever was only slow goes on.
  const selectHeld = database.prepare(
    `SELECT record FROM updates WHERE id = ? AND worker = ? AND state = 'in_progress'`,
  );
  const renew = database.prepare('UPDATE updates SET leased_until = ? WHERE id = ?');
  const release = database.prepare('UPDATE updates SET leased_until = 0, attempt = attempt - 1 WHERE id = ?');
  const write = database.prepare('UPDATE updates SET state = ?, record = ? WHERE id = ?');
  const selectSuccess = database.prepare(
    `SELECT record FROM updates WHERE project_id = ? AND state = 'success' ORDER BY sequence DESC LIMIT 1`,
  );

  /** Lets whoever still holds an update write to it. */
  function whileHeld(statusId: string, worker: string, work: (update: UpdateStatus) => void): boolean {
    return inTransaction(database, () => {
      const row = selectHeld.get(statusId, worker);
      if (row) work(readRecord(row));
      return row !== undefined;
    });
  }

  return {
    async queue(request) {
      const result = inTransaction(database, () => {
        const same = selectSame.get(request.projectId, request.commit);
        if (same) return { statusId: same['id'] as string, joined: true };
        const update = newUpdate(request, clock());
        const { _id: id, projectId, status } = update;
        insert.run(id, projectId, request.commit, status, JSON.stringify(request), JSON.stringify(update));
        drop.run(projectId, MAX_UPDATES);
        return { statusId: id, joined: false };
      });
      changes.tell();
      return result;
    },
    async read(statusId) {
      const row = select.get(statusId);
      return row ? readRecord(row) : null;
    },
    async take(worker, leaseMilliseconds, projectIds) {
      return inTransaction(database, () => {
        const now = clock();
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
    },
    async renew(statusId, worker, leaseMilliseconds) {
      return whileHeld(statusId, worker, () => renew.run(clock() + leaseMilliseconds, statusId));
    },
    async release(statusId, worker) {
      const isHeld = whileHeld(statusId, worker, () => release.run(statusId));
      changes.tell();
      return isHeld;
    },
    async report(statusId, worker, change) {
      return whileHeld(statusId, worker, (update) =>
        write.run(update.status, JSON.stringify(changedUpdate(update, change)), statusId),
      );
    },
    async end(statusId, worker, status, change) {
      const isHeld = whileHeld(statusId, worker, (update) =>
        write.run(status, JSON.stringify(endedUpdate(update, status, change, clock())), statusId),
      );
      // The next one of the project can begin.
      changes.tell();
      return isHeld;
    },
    onQueued: (listener) => changes.listen(listener),
    async lastSuccess(projectId) {
      const row = selectSuccess.get(projectId);
      return row ? readRecord(row) : null;
    },
  };
}

function readRecord(row: Record<string, SQLOutputValue>): UpdateStatus {
  return JSON.parse(row['record'] as string) as UpdateStatus;
}
