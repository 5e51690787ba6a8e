/** A flag that turns true once a condition has lasted for a delay, so that short states are not shown at all. */
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

  /** Start the delay if the condition holds, unless it runs already; else reset the flag. */
  observe(isTrue: boolean): void {
    if (!isTrue) {
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
