import { createElement } from '../../shared/create-element.ts';
import { dialogStrings } from '../strings/en/dialog.ts';
import { dialogStyles } from './dialog.styles.ts';
import type { SearchPanel } from './panel.ts';

/** What `variant="dialog"` opens, around the box and the results, with a button that closes it. */
export class Dialog {
  readonly element = createElement('dialog', {
    part: 'dialog',
    // A press beside it, on what dims the page.
    onmousedown: (event: MouseEvent) => {
      if (event.target === this.element) this.#results.host.hide();
    },
    // Also when the browser closes it itself: by Escape or by the back gesture.
    onclose: () => {
      if (!this.element.open) this.#results.host.hide();
    },
  });
  readonly #results: SearchPanel;
  readonly #word = createElement('span', { className: 'word visually-hidden' });
  readonly #close = createElement(
    'button',
    { part: 'close', className: 'key-button', type: 'button', onclick: () => this.#results.host.hide() },
    createElement('span', { className: 'key', ariaHidden: 'true' }, 'Esc'),
    this.#word,
  );

  constructor(results: SearchPanel) {
    this.#results = results;
    results.strings.add(dialogStrings);
    results.addStyles(dialogStyles);
  }

  draw(): void {
    const { host, text } = this.#results;
    this.element.ariaLabel = text('results');
    this.#word.textContent = text('close');
    if (host.box.parentNode === this.element) return;
    host.box.append(this.#close);
    this.element.prepend(host.box);
    host.frame.append(this.element);
  }

  /** Opens or closes it. */
  sync(isOpen: boolean): void {
    if (this.element.open === isOpen) return;
    if (isOpen) this.element.showModal();
    else this.element.close();
  }

  remove(): void {
    this.element.remove();
    this.#close.remove();
  }
}
