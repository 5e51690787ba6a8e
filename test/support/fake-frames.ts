/** Animation frames that come when a test says so. */
export class FakeFrames {
  readonly #real = { requestAnimationFrame, cancelAnimationFrame };
  readonly #callbacks = new Map<number, FrameRequestCallback>();
  #count = 0;
  #handleRequest = (): void => {};

  constructor() {
    window.requestAnimationFrame = (callback) => {
      this.#callbacks.set(++this.#count, callback);
      this.#handleRequest();
      return this.#count;
    };
    window.cancelAnimationFrame = (id) => this.#callbacks.delete(id);
  }

  /** Resolves when a frame is requested. */
  requested(): Promise<void> {
    return new Promise((resolve) => {
      this.#handleRequest = resolve;
      if (this.#callbacks.size > 0) resolve();
    });
  }

  /** Runs what was requested for the next frame. */
  next(): void {
    const callbacks = [...this.#callbacks.values()];
    this.#callbacks.clear();
    for (const callback of callbacks) callback(performance.now());
  }

  restore(): void {
    Object.assign(window, this.#real);
  }
}
