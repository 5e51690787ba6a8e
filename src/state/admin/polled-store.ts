import type { Failure } from '../../protocol/failures/failure.ts';
import { SnapshotStore } from '../snapshot-store.ts';
import { Polling } from './polling.ts';

/** Base class of the stores of what is read again in intervals. Actions never reject: failures are in the snapshot. */
export abstract class PolledStore<T> extends SnapshotStore<T> {
  /** Polling interval in milliseconds, from the next request on; 0: only {@link refresh} polls. */
  interval: number;
  readonly #polling = new Polling({
    ask: async (signal) => {
      await this.read(signal);
      return this.interval > 0 ? this.interval : null;
    },
    onFailure: (failure, isRepeated) => this.fail(failure, isRepeated),
  });

  constructor(initial: T, interval: number) {
    super(initial);
    this.interval = interval;
  }

  /** Poll now, and go on in intervals. */
  refresh(): void {
    this.#polling.start();
  }

  /** Stop polling, for a hidden page. */
  pause(): void {
    this.#polling.pause();
  }

  /** Resume after {@link pause}, and poll now. */
  resume(): void {
    this.#polling.resume();
  }

  /** Abort all requests. */
  close(): void {
    this.#polling.stop();
  }

  /** Send one request, and show its answer. */
  protected abstract read(signal: AbortSignal): Promise<void>;

  /** Show a failure. @param isRepeated whether another attempt follows by itself */
  protected abstract fail(failure: Failure, isRepeated: boolean): void;
}
