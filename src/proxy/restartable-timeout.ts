/**
 * A timeout that every chunk of a stream moves. Moving it costs no timer: the one that runs looks at the time again when it is due.
 * With a thousand streams, a timer for each chunk is garbage that outlives its chunk.
 */
export class RestartableTimeout {
  readonly #onDue: () => void;
  #due: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onDue: () => void) {
    this.#onDue = onDue;
  }

  /** Call back in so many milliseconds, unless it is moved or cleared before. */
  set(milliseconds: number): void {
    this.#due = performance.now() + milliseconds;
    this.#timer ??= setTimeout(this.#check, milliseconds);
  }

  /** Do not call back. The timer stays for the next {@link set}. */
  clear(): void {
    this.#due = null;
  }

  /** Clear it for good. */
  end(): void {
    this.#due = null;
    clearTimeout(this.#timer);
  }

  readonly #check = (): void => {
    this.#timer = undefined;
    if (this.#due === null) return;
    const rest = this.#due - performance.now();
    if (rest > 0) {
      this.#timer = setTimeout(this.#check, Math.ceil(rest));
      return;
    }
    this.#due = null;
    this.#onDue();
  };
}
