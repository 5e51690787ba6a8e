import { RequestFailure, toFailure, type Failure } from '../../protocol/failures/failure.ts';

/** Milliseconds to the next question after a failure, at first and at most: doubled each time. */
const FIRST_RETRY = 2_000;
const LONGEST_RETRY = 60_000;

/** What is asked again and again, one question at a time. */
export interface PollingOptions {
  /** Asks once. @returns milliseconds until the next question; `null`: there is no more to ask */
  ask(signal: AbortSignal): Promise<number | null>;
  /** Hears that a question failed, and whether it will be asked again by itself. */
  onFailure(failure: Failure, isRepeated: boolean): void;
}

/** Asks in intervals, less often while the server fails, and not at all while it is paused. */
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

  /** Asks at once, or when it is resumed, and goes on. A question under way is given up. */
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

  /** Asks nothing until it is resumed; for a page that nobody sees. */
  pause(): void {
    if (this.#state !== 'running') return;
    this.#state = 'paused';
    this.#endWait();
  }

  /** Goes on, with a question at once. */
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
        const wait = Math.min(FIRST_RETRY * 2 ** this.#failures++, LONGEST_RETRY);
        this.#askAfter(Math.max(wait, (failure.retryAfter ?? 0) * 1000));
      } else this.#state = 'stopped';
      this.#options.onFailure(failure, failure.retryable);
    }
  }

  #askAfter(milliseconds: number): void {
    this.#timer = setTimeout(() => void this.#ask(), milliseconds);
  }
}
