import { createElement } from '../../shared/dom/create-element.ts';
import type { DialogPart, SearchContext } from '../context.ts';
import { dialogStrings } from '../strings/en/dialog.ts';
import { dialogStyles } from './dialog.styles.ts';

export function createPart(context: SearchContext): DialogPart {
  return new Dialog(context);
}

/** What `variant="dialog"` opens, around box and panel, with a button that closes it. */
class Dialog implements DialogPart {
  readonly element = createElement('dialog', {
    part: 'dialog',
    // A press beside the dialog, on its backdrop.
    onmousedown: (event: MouseEvent) => {
      if (event.target === this.element) this.#context.host.hide();
    },
    // Also when the browser closes the dialog: by Escape or by the back gesture.
    onclose: () => {
      if (!this.element.open) this.#context.host.hide();
    },
  });
  readonly #context: SearchContext;
  readonly #label = createElement('span', { className: 'word visually-hidden' });
  readonly #close = createElement(
    'button',
    { part: 'close', className: 'key-button', type: 'button', onclick: () => this.#context.host.hide() },
    createElement('span', { className: 'key', ariaHidden: 'true' }, 'Esc'),
    this.#label,
  );

  constructor(context: SearchContext) {
    this.#context = context;
    context.strings.add(dialogStrings);
    context.addStyles(dialogStyles);
  }

  draw(): void {
    const { host, text } = this.#context;
    this.element.ariaLabel = text('results');
    this.#label.textContent = text('close');
    if (host.box.parentNode === this.element) return;
    host.box.append(this.#close);
    this.element.prepend(host.box);
    host.frame.append(this.element);
  }

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
