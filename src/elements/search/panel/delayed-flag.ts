/** Turn true once something has gone on for a while. What ends before that need not be shown at all. */
export class DelayedFlag {
  value = false;
  readonly #delay: number;
  readonly #onChange: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param delay milliseconds */
  constructor(delay: number, onChange: () => void) {
    this.#delay = delay;
    this.#onChange = onChange;
  }

  /** Start the delay, unless it runs already, or reset the flag. */
  observe(goesOn: boolean): void {
    if (!goesOn) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.value = false;
    } else {
      this.#timer ??= setTimeout(() => {
        this.value = true;
        this.#onChange();
      }, this.#delay);
    }
  }
}
