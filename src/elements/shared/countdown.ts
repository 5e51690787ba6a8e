import type { ReactiveController, ReactiveControllerHost } from 'lit';

const SECOND = 1000;

/** Counts seconds down and has its host drawn with each; stands still while the host is not on a page. */
export class Countdown implements ReactiveController {
  /** Seconds left, 0 when there is nothing to wait for. */
  seconds = 0;

  readonly #host: ReactiveControllerHost;
  readonly #onEnd: () => void;
  #end = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost, onEnd: () => void) {
    this.#host = host;
    this.#onEnd = onEnd;
    host.addController(this);
  }

  start(seconds: number): void {
    this.stop();
    this.#end = Date.now() + seconds * SECOND;
    this.seconds = seconds;
    this.#run();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.seconds = 0;
  }

  hostConnected(): void {
    if (this.seconds > 0) this.#run();
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
  }

  #run(): void {
    this.#timer = setInterval(() => this.#tick(), SECOND);
    this.#host.requestUpdate();
  }

  #tick(): void {
    this.seconds = Math.max(0, Math.ceil((this.#end - Date.now()) / SECOND));
    if (this.seconds === 0) {
      this.stop();
      this.#onEnd();
    }
    this.#host.requestUpdate();
  }
}
