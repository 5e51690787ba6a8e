import { randomUUID } from 'node:crypto';
import type { UpdateStatus } from '../../protocol/api.ts';
import type { UpdateChange, UpdateRequest } from './service-store.ts';

/** Log lines kept of one update; the oldest go first. */
export const MAX_LOG_LINES = 1_000;

/** An update as it begins. */
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

/** What a report makes of an update. */
export function changedUpdate(update: UpdateStatus, change: UpdateChange): UpdateStatus {
  const logs = [...update.logs, ...(change.logs ?? [])].slice(-MAX_LOG_LINES);
  return { ...update, ...change, logs };
}

/** An update that is over. */
export function endedUpdate(
  update: UpdateStatus,
  status: 'success' | 'failure',
  change: UpdateChange,
  now: number,
): UpdateStatus {
  return { ...changedUpdate(update, change), status, endedAt: new Date(now).toISOString() };
}
