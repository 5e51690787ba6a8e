import { setTimeout as wait } from 'node:timers/promises';
import { DocsClient, type UpdateStatus } from '../../../src/client.ts';
import type { ProjectOptions, ServiceOptions } from '../../../src/service.ts';
import { ADMIN_KEY, startService, type RunningService } from '../http-service.ts';

export interface UpdatedService extends RunningService {
  admin: DocsClient;
  /** Follows an update to its end. */
  follow(statusId: string): Promise<UpdateStatus>;
  /** Starts an update and follows it. */
  update(): Promise<UpdateStatus>;
  /** Contents of the sections found. */
  search(query: string): Promise<string[]>;
}

/** Tests ask more than anybody may. */
const RATE_LIMITS = {
  searchesPerKeyAndHour: 1e6,
  searchesPerAddressAndMinute: 1e6,
  updatesPerProjectAndHour: 1e6,
  statusReadsPerKeyAndMinute: 1e6,
};

/** A service for one project, its first index complete. */
export async function serveProject(
  project: Partial<ProjectOptions>,
  options: Partial<ServiceOptions> = {},
): Promise<UpdatedService> {
  const running = await startService({
    projects: [{ domain: 'lighthouse', projectId: 'project-1', ...project }],
    rateLimits: RATE_LIMITS,
    ...options,
  });
  await running.service.ready;
  const admin = adminOf(running.url);
  return {
    ...running,
    admin,
    follow: (statusId) => followUpdate(admin, statusId),
    update: async () => followUpdate(admin, (await admin.startUpdate()).statusId),
    search: async (query) => (await running.client.search({ query })).map(({ content }) => content.trim()),
  };
}

export function adminOf(endpoint: string, projectId = 'project-1', key = ADMIN_KEY): DocsClient {
  return new DocsClient({ endpoint, projectId, headers: { authorization: `Bearer ${key}` } });
}

/** Milliseconds between two reads of a status: a test is no more of a burden than a client. */
const READ_INTERVAL = 25;

/** Reads the status of an update until it has ended. */
export async function followUpdate(admin: DocsClient, statusId: string): Promise<UpdateStatus> {
  for (;;) {
    const update = await admin.getUpdate(statusId);
    if (update.endedAt !== null) return update;
    await wait(READ_INTERVAL);
  }
}

/** The lines of a log without their times. */
export function linesOf({ logs }: UpdateStatus): string[] {
  return logs.map((line) => line.replace(/^\S+ /, ''));
}
