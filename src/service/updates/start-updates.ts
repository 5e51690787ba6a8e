import { setTimeout as wait } from 'node:timers/promises';
import { watchFolder } from '../sources/watch-folder.ts';
import type { ServiceStore } from '../storage/service-store.ts';
import { queueUpdate, readHeadOrNull, type UpdateTarget } from './queue-update.ts';
import type { UpdatableProject } from './run-update.ts';
import { startUpdateWorker } from './update-worker.ts';

/** A project that is kept up to date. */
export interface KeptProject extends UpdatableProject, UpdateTarget {
  /** Folder whose changes lead to updates by themselves. */
  watchedFolder: string | null;
  /** Resolves when the index of an earlier start is in service, if there is one. Default: at once. */
  opened?: Promise<void> | undefined;
}

export interface UpdatesOptions {
  projects: readonly KeptProject[];
  store: Pick<ServiceStore, 'updates' | 'generations'>;
  /** The service writes here: changes in it are no reason for an update. */
  dataDir: string;
  /** Whether this process runs what is queued, or leaves it to others. Default `true`. */
  runUpdates?: boolean;
  onFailure: (error: unknown) => void;
}

/** Milliseconds between two looks at the first update of a project, which another process may run. */
const LOOK_MILLISECONDS = 2_000;

/**
 * Keeps projects up to date: queues an update of each, since their documentation may have changed while nothing ran, another one
 * whenever a watched folder changes, and runs what is queued.
 *
 * @returns the function that ends it; an update under way is taken up by another process, or at the next start
 */
export function startUpdates(options: UpdatesOptions): () => Promise<void> {
  const { projects, store, dataDir, runUpdates = true, onFailure } = options;
  const closed = new AbortController();
  const { signal } = closed;
  const report = (error: unknown) => {
    if (!signal.aborted) onFailure(error);
  };
  const worker = runUpdates ? startUpdateWorker({ projects, store, onFailure: report }) : null;
  const queue = async (project: KeptProject) => {
    const head = await readHeadOrNull(project, signal);
    return queueUpdate(store.updates, project, { source: 'internal' }, head);
  };

  /** The worker of another process tells this one nothing of a failure, and searches would wait for the first index forever. */
  async function runFirst(project: KeptProject): Promise<void> {
    const statusId = await queue(project);
    for (;;) {
      const update = await store.updates.read(statusId);
      if (update?.status === 'failure' && (await store.generations.current(project.projectId)) === null) {
        project.onFailure(new Error(update.summary ?? 'The first update has failed'));
      }
      if (update === null || update.endedAt) return;
      await wait(LOOK_MILLISECONDS, undefined, { signal });
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
    // What changes before the folder is watched is seen by the first update.
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
