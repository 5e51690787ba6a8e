import { createElement } from '../../shared/create-element.ts';

/** Says one thing at a time in a live region, and only once it has stayed true for a while: not at every key. */
export class LiveRegion {
  /** The live region. */
  readonly element = createElement('div', { className: 'visually-hidden', role: 'status' });
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Says the message after `delay` milliseconds, unless something else comes up before. */
  announce(message: string, delay: number): void {
    this.silence();
    this.#timer = setTimeout(() => (this.element.textContent = message), delay);
  }

  /** Takes back what is being said, so that the same message can be heard again. */
  silence(): void {
    clearTimeout(this.#timer);
    if (this.element.textContent) this.element.textContent = '';
  }
}
