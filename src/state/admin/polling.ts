import { RequestFailure, toFailure, type Failure } from '../../protocol/failures/failure.ts';
import { SnapshotStore } from '../snapshot-store.ts';

/** Backoff after failures: first and longest delay in milliseconds. It doubles each time. */
const FIRST_RETRY = 2_000;
const MAX_RETRY = 60_000;

/** Requests to repeat, one at a time. */
export interface PollingOptions {
  /** Send one request. @returns milliseconds until the next one; `null` to stop */
  ask(signal: AbortSignal): Promise<number | null>;
  /** Called on failure, with whether another attempt follows by itself. */
  onFailure(failure: Failure, isRepeated: boolean): void;
}

/** Polls in intervals, with backoff after failures, and not at all while paused. */
export class Polling {
  readonly #options: PollingOptions;
  #state: 'stopped' | 'running' | 'paused' = 'stopped';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | null = null;
  #failures = 0;

  constructor(options: PollingOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#state !== 'stopped';
  }

  /** Poll now, or once resumed, and go on in intervals. A request under way is aborted. */
  start(): void {
    if (this.#state === 'stopped') this.#state = 'running';
    this.#failures = 0;
    this.#endWait();
    if (this.#state === 'running') void this.#ask();
  }

  stop(): void {
    this.#state = 'stopped';
    this.#endWait();
  }

  /** Stop polling until resumed, for a hidden page. */
  pause(): void {
    if (this.#state !== 'running') return;
    this.#state = 'paused';
    this.#endWait();
  }

  /** Resume, and poll now. */
  resume(): void {
    if (this.#state !== 'paused') return;
    this.#state = 'running';
    this.start();
  }

  #endWait(): void {
    clearTimeout(this.#timer);
    this.#request?.abort(
      new RequestFailure({ code: 'aborted', retryable: false, message: 'Not needed any more.' }),
    );
    this.#request = null;
  }

  async #ask(): Promise<void> {
    const request = (this.#request = new AbortController());
    const isOver = (): boolean => this.#request !== request;
    try {
      const wait = await this.#options.ask(request.signal);
      if (isOver()) return;
      this.#failures = 0;
      if (wait === null) this.#state = 'stopped';
      else this.#askAfter(wait);
    } catch (error) {
      if (isOver()) return;
      const failure = toFailure(error);
      if (failure.retryable) {
        const wait = Math.min(FIRST_RETRY * 2 ** this.#failures++, MAX_RETRY);
        this.#askAfter(Math.max(wait, (failure.retryAfter ?? 0) * 1000));
      } else this.#state = 'stopped';
      this.#options.onFailure(failure, failure.retryable);
    }
  }

  #askAfter(milliseconds: number): void {
    this.#timer = setTimeout(() => void this.#ask(), milliseconds);
  }
}

/** Base class of the stores of what is read again in intervals. Actions never reject: failures are in the snapshot. */
export abstract class PolledStore<T> extends SnapshotStore<T> {
  /** Polling interval in milliseconds, from the next request on; 0: only {@link refresh} polls. */
  interval: number;
  readonly #polling = new Polling({
    ask: async (signal) => {
      await this.read(signal);
      return this.wait;
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

  /** Milliseconds until the next request; `null`: none before {@link refresh}. Default: {@link interval}, unless it is 0. */
  protected get wait(): number | null {
    return this.interval > 0 ? this.interval : null;
  }

  /** Send one request, and show its answer. */
  protected abstract read(signal: AbortSignal): Promise<void>;

  /** Show a failure. @param isRepeated whether another attempt follows by itself */
  protected abstract fail(failure: Failure, isRepeated: boolean): void;
}
