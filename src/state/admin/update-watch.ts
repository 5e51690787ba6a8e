import type { UpdateStatus } from '../../protocol/api.ts';
import { toFailure, type Failure } from '../../protocol/failures/failure.ts';
import type { UpdateSource } from '../../protocol/sources.ts';
import { Polling } from './polling.ts';
import { SnapshotStore } from '../snapshot-store.ts';
import type { CheckedStorage } from '../storage/storage.ts';
import { textUpTo } from '../storage/stored-values.ts';

/** Default of the polling interval at first, in milliseconds. */
export const DEFAULT_UPDATE_INTERVAL = 1_000;
/** Maximum polling interval, in milliseconds, which is reached where nothing changes. */
export const LONGEST_UPDATE_INTERVAL = 15_000;
/** Factor of the interval for each response without a change. */
const GROWTH = 1.5;
/** Maximum length of a status id that is kept. */
const MAX_STATUS_ID_LENGTH = 256;

/** State of a deployment update. */
export interface UpdateWatchSnapshot {
  /** `idle`: none is known; `starting`: one is requested; `following`; `ended`; `error`: it could not be started or read. */
  readonly phase: 'idle' | 'starting' | 'following' | 'ended' | 'error';
  readonly statusId: string | null;
  /** The last response; kept while the connection is lost. */
  readonly update: UpdateStatus | null;
  /** Whether the server tells the latest update, whoever has started it; `null` as long as that is not known. */
  readonly tellsLatest: boolean | null;
  /** Failure of the latest request. In phase `following` it is retried. */
  readonly failure: Failure | null;
}

/** Options of an {@link UpdateWatch}. */
export interface UpdateWatchOptions {
  readonly source: UpdateSource;
  /** Base address and project: updates of two projects on one page do not mix. */
  readonly endpoint: string;
  readonly projectId: string;
  /** Storage of the status id, so that the update is still followed after a reload. */
  readonly storage: CheckedStorage;
  /** Name of the status id in the storage. Default `status-id`. */
  readonly name?: string;
  /**
   * Polling interval at first, in milliseconds; 0: only {@link UpdateWatch.refresh} polls. Default
   * {@link DEFAULT_UPDATE_INTERVAL}.
   */
  readonly interval?: number;
}

/** Whether an update has ended. Of a state that is not known here, its end time decides. */
export function hasEnded({ status, endedAt }: UpdateStatus): boolean {
  return status === 'success' || status === 'failure' || (endedAt ?? null) !== null;
}

/** One deployment update, from its start to its end. Actions never reject: failures are in the snapshot. */
export class UpdateWatch extends SnapshotStore<UpdateWatchSnapshot> {
  /** Polling interval at first, in milliseconds. */
  interval: number;
  readonly #source: UpdateSource;
  readonly #storage: CheckedStorage;
  readonly #key: string;
  readonly #polling: Polling;
  /** Looks for an update that was started elsewhere: by a webhook, by another maintainer. */
  readonly #latest: Polling;
  #starting: AbortController | null = null;
  #wait = 0;

  constructor({
    source,
    endpoint,
    projectId,
    storage,
    name = 'status-id',
    interval = DEFAULT_UPDATE_INTERVAL,
  }: UpdateWatchOptions) {
    super({ phase: 'idle', statusId: null, update: null, tellsLatest: null, failure: null });
    this.#source = source;
    this.#storage = storage;
    this.#key = `docs-assistant:${endpoint.trim().replace(/\/+$/, '')}|${projectId.trim()}:${name}`;
    this.interval = interval;
    this.#polling = new Polling({
      ask: (signal) => this.#look(signal),
      onFailure: (failure, isRepeated) => {
        // The server does not know it any more: do not request it again after a reload.
        if (failure.status === 404) this.#storage.remove(this.#key);
        this.replace({ ...this.snapshot, phase: isRepeated ? 'following' : 'error', failure });
      },
    });
    this.#latest = new Polling({
      ask: (signal) => this.#findLatest(signal),
      // It is no more than a look: what is shown stays, and a start says what is wrong.
      onFailure: () => this.replace({ ...this.snapshot, tellsLatest: this.snapshot.tellsLatest ?? false }),
    });
  }

  /** Show the latest update where the server tells it, else the one that was followed last on this device, if there was one. */
  restore(): void {
    const statusId = this.#storage.read(this.#key, textUpTo(MAX_STATUS_ID_LENGTH));
    if (statusId !== null && this.snapshot.phase === 'idle') this.#follow(statusId);
    this.#latest.start();
  }

  /** Start an update and follow it. Does nothing while one is being started or followed. */
  async start(): Promise<void> {
    const { phase } = this.snapshot;
    if (phase === 'starting' || phase === 'following') return;
    this.#polling.stop();
    this.replace({ ...this.snapshot, phase: 'starting', statusId: null, update: null, failure: null });
    const starting = (this.#starting = new AbortController());
    try {
      const { statusId } = await this.#source.startUpdate({ signal: starting.signal });
      if (this.#starting === starting) this.#follow(statusId);
    } catch (error) {
      if (this.#starting !== starting) return;
      this.replace({ ...this.snapshot, phase: 'error', failure: toFailure(error) });
    }
  }

  /** Poll this update, and look for no later one. */
  follow(statusId: string): void {
    this.#latest.stop();
    this.#follow(statusId);
  }

  #follow(statusId: string): void {
    this.#starting = null;
    const isSame = statusId === this.snapshot.statusId;
    this.replace({
      ...this.snapshot,
      phase: 'following',
      statusId,
      update: isSame ? this.snapshot.update : null,
      failure: null,
    });
    this.#storage.write(this.#key, statusId);
    this.#wait = 0;
    this.#polling.start();
  }

  /** Poll now, for instance after a lost connection. */
  refresh(): void {
    const { statusId, phase, tellsLatest } = this.snapshot;
    if (statusId !== null && phase !== 'ended') this.#follow(statusId);
    if (tellsLatest) this.#latest.start();
  }

  /** Stop polling, for a hidden page. */
  pause(): void {
    this.#polling.pause();
    this.#latest.pause();
  }

  /** Resume after {@link pause}, and poll now. */
  resume(): void {
    this.#polling.resume();
    this.#latest.resume();
  }

  /** Abort all requests. The update itself goes on. */
  close(): void {
    this.#starting?.abort();
    this.#starting = null;
    this.#polling.stop();
    this.#latest.stop();
  }

  /** Follow the latest update, unless one that is shown goes on. */
  async #findLatest(signal: AbortSignal): Promise<number | null> {
    const latest = (await this.#source.getLatestUpdate?.({ signal })) ?? null;
    const { phase, statusId, update: shown } = this.snapshot;
    this.replace({ ...this.snapshot, tellsLatest: latest !== null });
    if (latest === null) return null;
    const { update } = latest;
    const isOccupied = phase === 'starting' || (shown !== null && !hasEnded(shown));
    if (update !== null && update._id !== statusId && !isOccupied) {
      this.replace({ ...this.snapshot, statusId: update._id, update });
      this.#follow(update._id);
    }
    return this.interval > 0 ? LONGEST_UPDATE_INTERVAL : null;
  }

  async #look(signal: AbortSignal): Promise<number | null> {
    const { statusId, update: before } = this.snapshot;
    const update = await this.#source.getUpdate(statusId!, { signal });
    const isOver = hasEnded(update);
    this.replace({ ...this.snapshot, phase: isOver ? 'ended' : 'following', update, failure: null });
    if (isOver) return null;
    const isNew =
      before === null || before.status !== update.status || before.logs.length !== update.logs.length;
    this.#wait = isNew ? this.interval : Math.min(this.#wait * GROWTH, LONGEST_UPDATE_INTERVAL);
    return this.interval > 0 ? this.#wait : null;
  }
}
