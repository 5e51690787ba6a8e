import { createElement } from './create-element.ts';

/** A live region with one message at a time, for screen readers. */
export class LiveRegion {
  readonly element = createElement('div', { className: 'visually-hidden', role: 'status' });
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Announce a message, also if it is the last one again: a region is read only if its text differs, hence the blank. An empty one
   * empties the region.
   *
   * @param delay milliseconds until then, unless another call comes before; the region is empty meanwhile
   */
  announce(message: string, delay?: number): void {
    clearTimeout(this.#timer);
    const { element } = this;
    if (delay !== undefined) {
      this.#timer = setTimeout(() => this.announce(message), delay);
      element.textContent = '';
    } else element.textContent = message && message === element.textContent ? `${message}\u00a0` : message;
  }
}
