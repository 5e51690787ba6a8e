import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { explainFullDisk } from '../storage/full-disk.ts';
import type { ServiceStore, TakenUpdate } from '../storage/service-store.ts';
import { runUpdate, type UpdatableProject } from './run-update.ts';
import { UpdateLog } from './update-log.ts';

/** Runs the updates of some projects, as they are queued. */
export interface UpdateWorker {
  /** Lets go of what is under way: another worker, or this service when it starts again, takes it up at once. */
  close(): Promise<void>;
}

export interface UpdateWorkerOptions {
  projects: readonly UpdatableProject[];
  store: Pick<ServiceStore, 'updates' | 'generations'>;
  /** Hears of what an update failed with, when that is not for its log alone. */
  onFailure: (error: unknown) => void;
  /** Milliseconds after which an update whose process is gone is taken up by another. Default 4,000. */
  leaseMilliseconds?: number;
}

/** With the time until the next look and that of the update itself, an update is over soon after its process was killed. */
const LEASE_MILLISECONDS = 4_000;
/** Renewals in the time of a lease. */
const RENEWALS_PER_LEASE = 5;
/**
 * Backoff of a worker that finds nothing: it looks again after this share of the lease, then after twice as long and so on, up to
 * a whole lease. The store calls it as soon as an update is queued; only updates whose process is gone wait for a look.
 */
const FIRST_WAIT_SHARE = 1 / 5;
/** Updates of several projects that run at the same time. */
const MAX_RUNNING = 2;
/** An update that has ended so many processes is not tried again. */
const MAX_ATTEMPTS = 3;
/** Longest summary of a failure, in UTF-16 units; the rest is cut. */
const MAX_SUMMARY_LENGTH = 1_000;
const TOO_MANY_ATTEMPTS = `The process that ran this update ended ${MAX_ATTEMPTS} times before it was done. Look at the log of the service for why (often too little memory), then start the update again.`;

/** Starts to run updates. */
export function startUpdateWorker(options: UpdateWorkerOptions): UpdateWorker {
  return new Worker(options);
}

class Worker implements UpdateWorker {
  readonly #name = randomUUID();
  readonly #options: UpdateWorkerOptions;
  readonly #projects: ReadonlyMap<string, UpdatableProject>;
  readonly #stopped = new AbortController();
  /** By project: one of each at a time, also when this process was too slow to keep its lease. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #lease: number;
  readonly #stopListening: () => void;
  #clock: NodeJS.Timeout | undefined;
  /** Looks in a row that found nothing. */
  #idleLooks = 0;
  #looking: Promise<void> | null = null;
  #lookAgain = false;

  constructor(options: UpdateWorkerOptions) {
    this.#options = options;
    this.#projects = new Map(options.projects.map((project) => [project.projectId, project]));
    this.#lease = options.leaseMilliseconds ?? LEASE_MILLISECONDS;
    this.#stopListening = options.store.updates.onQueued(() => this.#poll());
    this.#poll();
  }

  async close(): Promise<void> {
    this.#stopListening();
    this.#stopped.abort(new Error('The service stops'));
    clearTimeout(this.#clock);
    await this.#looking;
    await Promise.all(this.#running.values());
  }

  #poll(): void {
    this.#lookAgain = true;
    this.#looking ??= this.#takeAll().finally(() => {
      this.#looking = null;
      if (!this.#stopped.signal.aborted) this.#scheduleLook();
    });
  }

  #scheduleLook(): void {
    clearTimeout(this.#clock);
    const longest = Math.min(this.#lease, this.#lease * FIRST_WAIT_SHARE * 2 ** this.#idleLooks++);
    // Jitter keeps processes that were started together from asking together.
    this.#clock = setTimeout(() => this.#poll(), (longest * (1 + Math.random())) / 2);
  }

  async #takeAll(): Promise<void> {
    const { updates } = this.#options.store;
    try {
      while (this.#lookAgain && this.#running.size < MAX_RUNNING && !this.#stopped.signal.aborted) {
        this.#lookAgain = false;
        const idle = [...this.#projects.keys()].filter((projectId) => !this.#running.has(projectId));
        const taken = await updates.take(this.#name, this.#lease, idle);
        if (taken === null) continue;
        this.#lookAgain = true;
        this.#idleLooks = 0;
        const { projectId } = taken.request;
        const run = this.#run(taken).finally(() => {
          this.#running.delete(projectId);
          this.#poll();
        });
        this.#running.set(projectId, run);
      }
    } catch (error) {
      // The store does not answer: the next look asks again.
      this.#options.onFailure(error);
    }
  }

  /** Runs one update; never rejects. */
  async #run(taken: TakenUpdate): Promise<void> {
    const { store, onFailure } = this.#options;
    const { statusId, request } = taken;
    const log = new UpdateLog();
    const lost = new AbortController();
    const signal = AbortSignal.any([this.#stopped.signal, lost.signal]);
    const renewing = this.#keep(statusId, lost, signal);
    const project = this.#projects.get(request.projectId)!;
    try {
      if (taken.attempt > MAX_ATTEMPTS) throw new Error(TOO_MANY_ATTEMPTS);
      const result = await runUpdate(project, { taken, worker: this.#name, store, signal }, log);
      log.add('The update has ended well.');
      await store.updates.end(statusId, this.#name, 'success', { ...result, logs: log.take() });
    } catch (failure) {
      const error = explainFullDisk(failure);
      if (this.#stopped.signal.aborted) await this.#release(statusId, log);
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      log.add(`The update has failed: ${reason}`);
      const change = { summary: reason.slice(0, MAX_SUMMARY_LENGTH), logs: log.take() };
      const isEnded = await store.updates.end(statusId, this.#name, 'failure', change).catch(onFailure);
      if (isEnded) project.onFailure(error);
    } finally {
      lost.abort();
      await renewing;
    }
  }

  /** Not for a fault of the update: whoever takes it up begins as if nobody had. When the store does not answer, its lease ends. */
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

  /** Shows that this process lives, until `signal` ends it. */
  async #keep(statusId: string, lost: AbortController, signal: AbortSignal): Promise<void> {
    const { updates } = this.#options.store;
    while (!signal.aborted) {
      await wait(this.#lease / RENEWALS_PER_LEASE, undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      const isHeld = await updates
        .renew(statusId, this.#name, this.#lease)
        // A store that does not answer may still do so before the lease ends.
        .catch(() => true);
      if (!isHeld) lost.abort(new Error('Another worker has taken this update over'));
    }
  }
}
