import { setTimeout as wait } from 'node:timers/promises';
import { watchFolder } from '../sources/watch-folder.ts';
import type { ServiceStore } from '../storage/service-store.ts';
import { queueUpdate, readHeadOrNull, type UpdateTarget } from './queue-update.ts';
import type { UpdatableProject } from './run-update.ts';
import { startUpdateWorker, type UpdateRunEnd } from './update-worker.ts';

/** A project that is updated by this service. */
export interface KeptProject extends UpdatableProject, UpdateTarget {
  /** Folder to watch for changes; `null` for none. */
  watchedFolder: string | null;
  /** Resolves when the index of an earlier start is in service. Default: at once. */
  opened?: Promise<void> | undefined;
}

export interface UpdatesOptions {
  projects: readonly KeptProject[];
  store: Pick<ServiceStore, 'updates' | 'generations'>;
  /** Folder of the service itself: its changes cause no update. */
  dataDir: string;
  /** Whether this process runs queued updates, or leaves them to others. Default `true`. */
  runUpdates?: boolean;
  /** Called when this process has ended its work on an update. */
  onRunEnd?: ((end: UpdateRunEnd) => void) | undefined;
  onFailure: (error: unknown) => void;
}

/** Milliseconds between two polls of the first update of a project, which another process may run. */
const POLL_MILLISECONDS = 2_000;

/**
 * Keep projects up to date: queue an update of each at the start, because their documentation may have changed in the meantime,
 * and one for each change of a watched folder; run queued updates.
 *
 * @returns the function that ends it; another process continues a running update, or this one at its next start
 */
export function startUpdates(options: UpdatesOptions): () => Promise<void> {
  const { projects, store, dataDir, runUpdates = true, onRunEnd, onFailure } = options;
  const closed = new AbortController();
  const { signal } = closed;
  const report = (error: unknown) => {
    if (!signal.aborted) onFailure(error);
  };
  const worker = runUpdates ? startUpdateWorker({ projects, store, onRunEnd, onFailure: report }) : null;
  const queue = async (project: KeptProject) => {
    const head = await readHeadOrNull(project, signal);
    return queueUpdate(store.updates, project, { source: 'internal' }, head);
  };

  /**
   * Queue the first update and follow it to its end. A failure in another process is known by the store only, and searches would
   * wait for the first index forever.
   */
  async function runFirst(project: KeptProject): Promise<void> {
    const statusId = await queue(project);
    for (;;) {
      const update = await store.updates.read(statusId);
      if (update?.status === 'failure' && (await store.generations.current(project.projectId)) === null) {
        project.onFailure(new Error(update.summary ?? 'The first update has failed'));
      }
      if (update === null || update.endedAt) return;
      await wait(POLL_MILLISECONDS, undefined, { signal });
    }
  }

  const watchers = projects.map(async (project) => {
    if (project.watchedFolder === null) return null;
    const onChange = () => void queue(project).catch(report);
    try {
      return await watchFolder(project.watchedFolder, { except: dataDir, onChange, onFailure: report });
    } catch (error) {
      report(error);
      return null;
    }
  });

  const running = projects.map(async (project, at) => {
    // Watch before the first update, so that no change between the two is missed.
    await watchers[at];
    await project.opened;
    await runFirst(project).catch(report);
  });

  return async () => {
    closed.abort(new Error('The service stops'));
    for (const endWatching of await Promise.all(watchers)) await endWatching?.();
    await Promise.all([...running, worker?.close()]);
  };
}
