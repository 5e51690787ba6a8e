import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { explainWriteFailure } from '../storage/write-failure.ts';
import type { ServiceStore, ClaimedUpdate } from '../storage/service-store.ts';
import { runUpdate, type UpdatableProject } from './run-update.ts';
import { UpdateLog } from './update-log.ts';

/** Runs queued updates of some projects. */
export interface UpdateWorker {
  /** Stop, and release running updates: another worker takes them at once, or this service when it starts again. */
  close(): Promise<void>;
}

/** An update that this process ran. */
export interface UpdateRunEnd {
  projectId: string;
  /**
   * `success` and `failure` are results of the update. `released`: the process stops. `lost`: another process continues it, because
   * this one could not renew its lease or write the result.
   */
  outcome: 'success' | 'failure' | 'released' | 'lost';
  seconds: number;
}

export interface UpdateWorkerOptions {
  /** May change while the worker runs. */
  projects: readonly UpdatableProject[];
  store: Pick<ServiceStore, 'updates' | 'generations'>;
  /** Called with failures of the store, and of projects without a new index. */
  onFailure: (error: unknown) => void;
  /** Called when this process has ended its work on an update. */
  onRunEnd?: ((end: UpdateRunEnd) => void) | undefined;
  /** Milliseconds after which another worker takes the update of a dead process. Default 4,000. */
  leaseMilliseconds?: number;
}

/** Short, because an update of a killed process is continued only after its lease and the next poll. */
const LEASE_MILLISECONDS = 4_000;
/** Renewals per lease, so that a lease survives some that fail. */
const RENEWALS_PER_LEASE = 5;
/**
 * Backoff of a worker that finds nothing: the first wait is this share of the lease, each further one twice as long, up to a
 * whole lease. The store notifies workers of queued updates; only updates of dead processes depend on polling.
 */
const FIRST_WAIT_SHARE = 1 / 5;
/** Maximum length of a wait, in milliseconds, while the store is unavailable. */
const MAX_OUTAGE_WAIT = 30_000;
/** Maximum number of updates of different projects that run at the same time. */
const MAX_RUNNING = 2;
/** Maximum number of processes that may die in an update before it is given up. */
const MAX_ATTEMPTS = 3;
/** Maximum length of a summary of a failure, in UTF-16 units; the rest is cut. */
const MAX_SUMMARY_LENGTH = 1_000;
const TOO_MANY_ATTEMPTS = `The process that ran this update ended ${MAX_ATTEMPTS} times before it was done. Look at the log of the service for why (often too little memory), then start the update again.`;

/** Start to run updates. */
export function startUpdateWorker(options: UpdateWorkerOptions): UpdateWorker {
  return new Worker(options);
}

/**
 * The loop of a worker. A crash at any point must neither lose an update nor run it twice, so that every transition is a write to
 * the store which fails if the lease was lost:
 *
 * - `queued` → `in_progress`: `take` leases the update to this worker, and `#keep` renews the lease. A lease, because a dead process
 *   cannot report its death.
 * - `in_progress` → `success` or `failure`: the run ended, and `end` writes its result.
 * - `in_progress`, released: the process is stopped. The next worker takes the update at once, and the attempt does not count,
 *   because stopping is no fault of the update.
 * - `in_progress`, lease expired: the process died. The next worker starts the update anew. After `MAX_ATTEMPTS` it ends as a
 *   failure, because the update itself probably kills the process, for example by its use of memory.
 * - `in_progress`, lease lost: the process was too slow to renew it, and another worker runs the update. `lost` aborts the run here,
 *   which must not write anything any more.
 */
class Worker implements UpdateWorker {
  readonly #name = randomUUID();
  readonly #options: UpdateWorkerOptions;
  readonly #stopped = new AbortController();
  /** Running updates by project. One per project, even if this process was too slow to keep its lease. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #lease: number;
  readonly #stopListening: () => void;
  #clock: NodeJS.Timeout | undefined;
  /** Whether the last poll failed. */
  #isStoreUnavailable = false;
  /** Polls in a row that found nothing. */
  #idlePolls = 0;
  #polling: Promise<void> | null = null;
  #pollAgain = false;

  constructor(options: UpdateWorkerOptions) {
    this.#options = options;
    this.#lease = options.leaseMilliseconds ?? LEASE_MILLISECONDS;
    this.#stopListening = options.store.updates.onQueued(() => this.#poll());
    this.#poll();
  }

  async close(): Promise<void> {
    this.#stopListening();
    this.#stopped.abort(new Error('The service stops'));
    clearTimeout(this.#clock);
    await this.#polling;
    await Promise.all(this.#running.values());
  }

  #poll(): void {
    this.#pollAgain = true;
    this.#polling ??= this.#takeAll().finally(() => {
      this.#polling = null;
      if (!this.#stopped.signal.aborted) this.#schedulePoll();
    });
  }

  #schedulePoll(): void {
    clearTimeout(this.#clock);
    const most = this.#isStoreUnavailable ? MAX_OUTAGE_WAIT : this.#lease;
    const longest = Math.min(most, this.#lease * FIRST_WAIT_SHARE * 2 ** this.#idlePolls++);
    // Add jitter, so that processes that were started together do not poll together.
    this.#clock = setTimeout(() => this.#poll(), (longest * (1 + Math.random())) / 2);
  }

  async #takeAll(): Promise<void> {
    const { updates } = this.#options.store;
    try {
      while (this.#pollAgain && this.#running.size < MAX_RUNNING && !this.#stopped.signal.aborted) {
        this.#pollAgain = false;
        const idle = this.#options.projects
          .map(({ projectId }) => projectId)
          .filter((projectId) => !this.#running.has(projectId));
        const taken = await updates.take(this.#name, this.#lease, idle);
        if (this.#isStoreUnavailable) this.#idlePolls = 0;
        this.#isStoreUnavailable = false;
        if (taken === null) continue;
        this.#pollAgain = true;
        this.#idlePolls = 0;
        const { projectId } = taken.request;
        const project = this.#options.projects.find((one) => one.projectId === projectId);
        // Removed in the meantime: the lease expires, and another worker takes it.
        if (project === undefined) continue;
        const run = this.#run(taken, project).finally(() => {
          this.#running.delete(projectId);
          this.#poll();
        });
        this.#running.set(projectId, run);
      }
    } catch (error) {
      // The next poll tries again. The first failure is reported only, because an outage may last for hours.
      if (!this.#isStoreUnavailable) this.#options.onFailure(error);
      this.#isStoreUnavailable = true;
    }
  }

  /** Run one update. Never rejects. */
  async #run(taken: ClaimedUpdate, project: UpdatableProject): Promise<void> {
    const { store, onFailure } = this.#options;
    const { statusId } = taken;
    const started = performance.now();
    let outcome: UpdateRunEnd['outcome'] = 'lost';
    const hide = hideFolders(foldersOf(project));
    const log = new UpdateLog(hide);
    const lost = new AbortController();
    const signal = AbortSignal.any([this.#stopped.signal, lost.signal]);
    const renewing = this.#keep(statusId, lost, signal);
    try {
      if (taken.attempt > MAX_ATTEMPTS) throw new Error(TOO_MANY_ATTEMPTS);
      const result = await runUpdate(project, { taken, worker: this.#name, store, signal }, log);
      log.add('The update has ended well.');
      const change = { ...result, logs: log.take() };
      if (await store.updates.end(statusId, this.#name, 'success', change)) outcome = 'success';
    } catch (failure) {
      const error = explainWriteFailure(failure);
      if (this.#stopped.signal.aborted) {
        outcome = 'released';
        await this.#release(statusId, log);
      }
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      log.add(`The update has failed: ${reason}`);
      const change = { summary: hide(reason).slice(0, MAX_SUMMARY_LENGTH), logs: log.take() };
      const isEnded = await store.updates.end(statusId, this.#name, 'failure', change).catch(onFailure);
      if (!isEnded) return;
      outcome = 'failure';
      project.onFailure(error);
    } finally {
      this.#options.onRunEnd?.({
        projectId: project.projectId,
        outcome,
        seconds: (performance.now() - started) / 1000,
      });
      lost.abort();
      await renewing;
    }
  }

  /**
   * Give up an update without a fault of its own: the next worker starts it anew. If the store does not answer, the lease
   * expires.
   */
  async #release(statusId: string, log: UpdateLog): Promise<void> {
    const { updates } = this.#options.store;
    log.add('The service is being stopped: the update is taken up again by the next one.');
    try {
      await updates.report(statusId, this.#name, { logs: log.take() });
      await updates.release(statusId, this.#name);
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  /** Renew the lease until `signal` is aborted. */
  async #keep(statusId: string, lost: AbortController, signal: AbortSignal): Promise<void> {
    const { updates } = this.#options.store;
    while (!signal.aborted) {
      await wait(this.#lease / RENEWALS_PER_LEASE, undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      const isHeld = await updates
        .renew(statusId, this.#name, this.#lease)
        // Keep on: the store may answer again before the lease ends.
        .catch(() => true);
      if (!isHeld) lost.abort(new Error('Another worker has taken this update over'));
    }
  }
}

/** Return the folders that messages about an update may name. */
function foldersOf({ workDir, docsSource, reading }: UpdatableProject): Map<string, string> {
  const read = [docsSource.folder, reading.addresses?.built].flatMap((path) => path ?? []);
  return new Map([
    ...read.map((path) => [path, basename(path)] as const),
    [resolve(workDir), 'the data folder'],
    [tmpdir(), 'the temporary folder'],
    [process.cwd(), '.'],
  ]);
}

/**
 * Create a function that replaces folders of this machine in a text by their meaning, because the people who read the log of an
 * update may not be those who run the service.
 *
 * @param folders absolute path → what stands in its place
 */
export function hideFolders(folders: ReadonlyMap<string, string>): (text: string) => string {
  // Longest first, because one may be inside another.
  const known = [...folders].toSorted(([a], [b]) => b.length - a.length).filter(([path]) => path.length > 1);
  return (text) => known.reduce((hidden, [path, meaning]) => hidden.replaceAll(path, meaning), text);
}
