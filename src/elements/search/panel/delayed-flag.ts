/** Becomes true when something has gone on for a while: what is over before need not be shown at all. */
export class DelayedFlag {
  value = false;
  readonly #delay: number;
  readonly #onChange: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(delay: number, onChange: () => void) {
    this.#delay = delay;
    this.#onChange = onChange;
  }

  /** Takes whether it goes on; calls made while it does change nothing. */
  observe(isGoingOn: boolean): void {
    if (!isGoingOn) {
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
