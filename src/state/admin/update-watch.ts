import type { UpdateStatus } from '../../protocol/api.ts';
import { toFailure, type Failure } from '../../protocol/failures/failure.ts';
import type { UpdateSource } from '../../protocol/sources.ts';
import { Polling } from './polling.ts';
import { SnapshotStore } from '../snapshot-store.ts';
import type { CheckedStorage } from '../storage/storage.ts';
import { readText } from '../storage/stored-values.ts';

/** Milliseconds between two looks at first, when nothing else is said. */
export const DEFAULT_UPDATE_INTERVAL = 1_000;
/** Milliseconds between two looks at most, where nothing changes. */
export const LONGEST_UPDATE_INTERVAL = 15_000;
/** What the interval grows by each time that nothing has changed. */
const GROWTH = 1.5;
/** Longest status id that is kept. */
const MAX_STATUS_ID_LENGTH = 256;

/** All that there is to show of a deployment update. */
export interface UpdateWatchSnapshot {
  /** `idle`: none is known; `starting`: one is asked for; `following`; `ended`; `error`: it could not be started or read. */
  readonly phase: 'idle' | 'starting' | 'following' | 'ended' | 'error';
  readonly statusId: string | null;
  /** What was read last; stays through a lost connection. */
  readonly update: UpdateStatus | null;
  /** What went wrong with the latest request. With the phase `following` it is tried again. */
  readonly failure: Failure | null;
}

/** What an {@link UpdateWatch} works with. */
export interface UpdateWatchOptions {
  readonly source: UpdateSource;
  /** Base address and project: updates of two projects on one page do not mix. */
  readonly endpoint: string;
  readonly projectId: string;
  /** Where the status id is kept, so that a reload goes on. */
  readonly storage: CheckedStorage;
  /**
   * Milliseconds between two looks at first; 0: only when {@link UpdateWatch.refresh} is called. Default
   * {@link DEFAULT_UPDATE_INTERVAL}.
   */
  readonly interval?: number;
}

/** Whether an update has come to its end. Services may have states that are not known here: then its time tells. */
export function hasEnded({ status, endedAt }: UpdateStatus): boolean {
  return status === 'success' || status === 'failure' || (endedAt ?? null) !== null;
}

/** One deployment update, from its start to its end. Actions never reject: what went wrong is in the snapshot. */
export class UpdateWatch extends SnapshotStore<UpdateWatchSnapshot> {
  /** Milliseconds between two looks at first. */
  interval: number;
  readonly #source: UpdateSource;
  readonly #storage: CheckedStorage;
  readonly #key: string;
  readonly #polling: Polling;
  #starting: AbortController | null = null;
  #wait = 0;

  constructor({
    source,
    endpoint,
    projectId,
    storage,
    interval = DEFAULT_UPDATE_INTERVAL,
  }: UpdateWatchOptions) {
    super({ phase: 'idle', statusId: null, update: null, failure: null });
    this.#source = source;
    this.#storage = storage;
    this.#key = `docs-assistant:${endpoint.trim().replace(/\/+$/, '')}|${projectId.trim()}:status-id`;
    this.interval = interval;
    this.#polling = new Polling({
      ask: (signal) => this.#look(signal),
      onFailure: (failure, isRepeated) => {
        // One that is not known any more is not asked for after the next reload.
        if (failure.status === 404) this.#storage.remove(this.#key);
        this.replace({ ...this.snapshot, phase: isRepeated ? 'following' : 'error', failure });
      },
    });
  }

  /** Goes on with the update that was followed last on this device, if there was one. */
  restore(): void {
    const statusId = this.#storage.read(this.#key, (value) => readText(value, MAX_STATUS_ID_LENGTH));
    if (statusId !== null && this.snapshot.phase === 'idle') this.follow(statusId);
  }

  /** Starts an update and follows it. While one is being started or followed, it does nothing. */
  async start(): Promise<void> {
    const { phase } = this.snapshot;
    if (phase === 'starting' || phase === 'following') return;
    this.#polling.stop();
    this.replace({ phase: 'starting', statusId: null, update: null, failure: null });
    const starting = (this.#starting = new AbortController());
    try {
      const { statusId } = await this.#source.startUpdate({ signal: starting.signal });
      if (this.#starting === starting) this.follow(statusId);
    } catch (error) {
      if (this.#starting !== starting) return;
      this.replace({ ...this.snapshot, phase: 'error', failure: toFailure(error) });
    }
  }

  /** Follows an update that was started elsewhere. */
  follow(statusId: string): void {
    this.#starting = null;
    const isSame = statusId === this.snapshot.statusId;
    this.replace({
      phase: 'following',
      statusId,
      update: isSame ? this.snapshot.update : null,
      failure: null,
    });
    this.#storage.write(this.#key, statusId);
    this.#wait = 0;
    this.#polling.start();
  }

  /** Looks at once, for instance after a lost connection. */
  refresh(): void {
    const { statusId, phase } = this.snapshot;
    if (statusId !== null && phase !== 'ended') this.follow(statusId);
  }

  /** Stops looking while nobody sees the page. */
  pause(): void {
    this.#polling.pause();
  }

  /** Goes on after {@link pause}, with a look at once. */
  resume(): void {
    this.#polling.resume();
  }

  /** Ends all requests. The update itself goes on. */
  close(): void {
    this.#starting?.abort();
    this.#starting = null;
    this.#polling.stop();
  }

  async #look(signal: AbortSignal): Promise<number | null> {
    const { statusId, update: before } = this.snapshot;
    const update = await this.#source.getUpdate(statusId!, { signal });
    const isOver = hasEnded(update);
    this.replace({ phase: isOver ? 'ended' : 'following', statusId, update, failure: null });
    if (isOver) return null;
    const isNew =
      before === null || before.status !== update.status || before.logs.length !== update.logs.length;
    this.#wait = isNew ? this.interval : Math.min(this.#wait * GROWTH, LONGEST_UPDATE_INTERVAL);
    return this.interval > 0 ? this.#wait : null;
  }
}
