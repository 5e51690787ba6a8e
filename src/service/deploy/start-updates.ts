import { setTimeout as wait } from 'node:timers/promises';
import { watchFolder } from './watch-folder.ts';
import type { ServiceStore } from '../storage/service-store.ts';
import { queueUpdate, readHeadOrNull, type UpdateTarget } from './queue-update.ts';
import type { UpdatableProject } from './run-update.ts';
import { startUpdateWorker, type UpdateRunEnd } from './update-worker.ts';

/** A project that is updated by this service. */
export interface UpdatedProject extends UpdatableProject, UpdateTarget {
  /** Folder to watch for changes; `null` for none. */
  watchedFolder: string | null;
  /** Resolves when the index of an earlier start is in service. Default: at once. */
  opened?: Promise<void> | undefined;
}

export interface UpdatesOptions {
  store: Pick<ServiceStore, 'updates' | 'generations'>;
  /** Folder of the service itself: its changes cause no update. */
  dataDir: string;
  /** Whether this process runs queued updates, or leaves them to others. Default `true`. */
  runUpdates?: boolean | undefined;
  /** Called when this process has ended its work on an update. */
  onRunEnd?: ((end: UpdateRunEnd) => void) | undefined;
  onFailure: (error: unknown) => void;
}

/** The updates of the projects of a service. */
export interface ProjectUpdates {
  /**
   * Keep a project up to date from now on.
   *
   * @returns the function that ends it; a running update is continued to its end
   */
  add(project: UpdatedProject): () => Promise<void>;
  /** End all of it. Another process continues a running update, or this one at its next start. */
  close(): Promise<void>;
}

/** Milliseconds between two polls of the first update of a project, which another process may run. */
const POLL_MILLISECONDS = 2_000;

/**
 * Keep projects up to date: queue an update of each at the start, because their documentation may have changed in the meantime,
 * and one for each change of a watched folder; run queued updates.
 */
export function startUpdates(options: UpdatesOptions): ProjectUpdates {
  const { store, dataDir, runUpdates = true, onRunEnd, onFailure } = options;
  const projects: UpdatedProject[] = [];
  const closed = new AbortController();
  const ends = new Set<() => Promise<void>>();
  const report = (error: unknown) => {
    if (!closed.signal.aborted) onFailure(error);
  };
  const worker = runUpdates ? startUpdateWorker({ projects, store, onRunEnd, onFailure: report }) : null;

  function add(project: UpdatedProject): () => Promise<void> {
    const ended = new AbortController();
    const signal = AbortSignal.any([closed.signal, ended.signal]);
    const failed = (error: unknown) => {
      if (!signal.aborted) onFailure(error);
    };
    projects.push(project);
    const queue = async () => {
      const head = await readHeadOrNull(project, signal);
      return queueUpdate(store.updates, project, { source: 'internal' }, head);
    };
    const watching = watchProject(project, {
      except: dataDir,
      onChange: () => void queue().catch(failed),
      onFailure: failed,
    });
    const running = (async () => {
      // Watch before the first update, so that no change between the two is missed.
      await watching;
      await project.opened;
      await awaitFirst(project, await queue(), store, signal);
    })().catch(failed);
    const end = async () => {
      ends.delete(end);
      ended.abort(new Error('The project is no longer served'));
      const at = projects.indexOf(project);
      if (at !== -1) projects.splice(at, 1);
      await (
        await watching
      )?.();
      await running;
    };
    ends.add(end);
    return end;
  }

  return {
    add,
    async close() {
      closed.abort(new Error('The service stops'));
      await Promise.all([...Array.from(ends, (end) => end()), worker?.close()]);
    },
  };
}

/** Watch the folder of a project, if that is wanted. @returns the function that ends it; `null` if nothing is watched */
async function watchProject(
  { watchedFolder }: UpdatedProject,
  options: Parameters<typeof watchFolder>[1],
): Promise<(() => Promise<void>) | null> {
  if (watchedFolder === null) return null;
  try {
    return await watchFolder(watchedFolder, options);
  } catch (error) {
    options.onFailure(error);
    return null;
  }
}

/**
 * Wait for the first update of a project to end. A failure in another process is known by the store only, and searches would wait
 * for the first index forever.
 */
async function awaitFirst(
  project: UpdatedProject,
  statusId: string,
  store: UpdatesOptions['store'],
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const update = await store.updates.read(statusId);
    if (update?.status === 'failure' && (await store.generations.current(project.projectId)) === null) {
      project.onFailure(new Error(update.summary ?? 'The first update has failed'));
    }
    if (update === null || update.endedAt) return;
    await wait(POLL_MILLISECONDS, undefined, { signal });
  }
}
