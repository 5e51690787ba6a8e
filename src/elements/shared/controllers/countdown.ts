import type { ReactiveController, ReactiveControllerHost } from 'lit';

const SECOND = 1000;

/** Countdown of seconds that draws its host with each; paused while the host is not connected. */
export class Countdown implements ReactiveController {
  /** Seconds left; 0 when it has ended or none was started. */
  seconds = 0;

  readonly #onEnd: () => void;
  readonly #onTick: () => void;
  #end = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param onTick is called with each second. Default: draws the host again */
  constructor(host: ReactiveControllerHost, onEnd: () => void, onTick = () => host.requestUpdate()) {
    this.#onEnd = onEnd;
    this.#onTick = onTick;
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
    this.#onTick();
  }

  #tick(): void {
    this.seconds = Math.max(0, Math.ceil((this.#end - Date.now()) / SECOND));
    if (this.seconds === 0) {
      this.stop();
      this.#onEnd();
    }
    this.#onTick();
  }
}
