import { createElement } from '../../shared/dom/create-element.ts';

/** A live region with one message at a time. A delay keeps it from announcing what changes at every key. */
export class LiveRegion {
  readonly element = createElement('div', { className: 'visually-hidden', role: 'status' });
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Announce a message after a delay in milliseconds, unless another call comes before. */
  announce(message: string, delay: number): void {
    this.clear();
    this.#timer = setTimeout(() => (this.element.textContent = message), delay);
  }

  /** Empty the region, so that the same message is announced again. */
  clear(): void {
    clearTimeout(this.#timer);
    if (this.element.textContent) this.element.textContent = '';
  }
}
