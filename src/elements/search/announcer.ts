/** Says one thing at a time in a live region, and only once it has stayed true for a while: not at every key. */
export class Announcer {
  /** What the live region holds. */
  message = '';
  readonly #onChange: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Says the message after `delay` milliseconds, unless something else comes up before. */
  announce(message: string, delay: number): void {
    this.silence();
    this.#timer = setTimeout(() => this.#set(message), delay);
  }

  /** Takes back what is being said, so that the same message can be heard again. */
  silence(): void {
    clearTimeout(this.#timer);
    this.#set('');
  }

  #set(message: string): void {
    if (message === this.message) return;
    this.message = message;
    this.#onChange();
  }
}
