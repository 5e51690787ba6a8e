import { createElement } from './create-element.ts';

/** A live region with one message at a time, for screen readers. */
export class LiveRegion {
  readonly element = createElement('div', { className: 'visually-hidden', role: 'status' });
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Announce a message, also if it is the last one again: a region is read only if its text differs, hence the blank. */
  announce(message: string): void {
    clearTimeout(this.#timer);
    const { element } = this;
    element.textContent = message === element.textContent ? `${message}\u00a0` : message;
  }

  /** Announce a message after a delay in milliseconds, unless another call comes before. */
  announceAfter(delay: number, message: string): void {
    this.clear();
    this.#timer = setTimeout(() => this.announce(message), delay);
  }

  /** Empty the region. */
  clear(): void {
    clearTimeout(this.#timer);
    if (this.element.textContent) this.element.textContent = '';
  }
}
