import { randomUUID } from 'node:crypto';
import type { UpdateStatus } from '../../protocol/api.ts';
import type { UpdateChange, UpdateQueue, UpdateRequest } from './service-store.ts';

/** Maximum number of log lines that are kept per update; the oldest are removed first. */
export const MAX_LOG_LINES = 1_000;

/** Return the record of a new update. */
export function newUpdate(request: UpdateRequest, now: number): UpdateStatus {
  return {
    _id: randomUUID(),
    projectId: request.projectId,
    createdAt: new Date(now).toISOString(),
    endedAt: null,
    status: 'queued',
    summary: null,
    logs: [],
    subdomain: request.subdomain,
    screenshot: null,
    screenshotLight: null,
    screenshotDark: null,
    author: request.author ?? null,
    commit: null,
    source: request.source ?? null,
  };
}

/** Return the record with a change applied. */
export function changedUpdate(update: UpdateStatus, change: UpdateChange): UpdateStatus {
  const logs = [...update.logs, ...(change.logs ?? [])].slice(-MAX_LOG_LINES);
  return { ...update, ...change, logs };
}

/** Return the record of an ended update. */
export function endedUpdate(
  update: UpdateStatus,
  status: 'success' | 'failure',
  change: UpdateChange,
  now: number,
): UpdateStatus {
  return { ...changedUpdate(update, change), status, endedAt: new Date(now).toISOString() };
}

/** A queue as databases return it: numbers may be text, and times are those of records. */
export interface UpdateQueueRow {
  project_id: string;
  queued: number | string;
  in_progress: number | string;
  queued_since: string | null;
  succeeded_at: string | null;
  failed_at: string | null;
}

/** Read a queue from the row of a database. */
export function readQueueRow(row: UpdateQueueRow): UpdateQueue {
  const time = (text: string | null) => (text === null ? null : Date.parse(text));
  return {
    projectId: row.project_id,
    queued: Number(row.queued),
    inProgress: Number(row.in_progress),
    queuedSince: time(row.queued_since),
    succeededAt: time(row.succeeded_at),
    failedAt: time(row.failed_at),
  };
}
