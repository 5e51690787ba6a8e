import { createElement } from '../../shared/dom/create-element.ts';
import type { Preview } from '../preview/preview.ts';
import type { SearchContext } from '../context.ts';
import { dialogStrings } from '../strings/en/dialog.ts';
import { dialogStyles } from './dialog.styles.ts';

/** Width of the dialog, in pixels, from which there is room for a preview beside the list. */
const PREVIEW_WIDTH = 880;
/** Window in which the dialog has no margin. */
const NARROW = '(max-width: 600px)';
/** Window with room for {@link PREVIEW_WIDTH}. */
const WIDE = '(min-width: 944px)';

/** The dialog of `variant="dialog"`, around box and panel, with a button that closes it. */
export class Dialog {
  readonly element = createElement('dialog', {
    part: 'dialog',
    // A press on the backdrop.
    onmousedown: (event: MouseEvent) => {
      if (event.target === this.element) this.#context.host.hide();
    },
    // Also dispatched when the browser closes the dialog, by Escape or the back gesture.
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

  /** In the next frame: a change of layout within the callback would cause a ResizeObserver loop error. */
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));
  #hasRoom = false;

  constructor(context: SearchContext) {
    this.#context = context;
    context.strings.add(dialogStrings);
    context.addStyles(dialogStyles);
  }

  /** @param findPreview returns the pane beside the list, if there is room for it: `undefined` while it is loaded, `null` after a failure */
  draw(findPreview: () => Preview | null | undefined): void {
    const { host, text } = this.#context;
    this.element.ariaLabel = text('results');
    this.#label.textContent = text('close');
    this.#fit();
    this.#drawPreview(findPreview);
    if (host.box.parentNode === this.element) return;
    host.box.append(this.#close);
    this.element.prepend(host.box);
    host.frame.append(this.element);
  }

  sync(isOpen: boolean): void {
    if (this.element.open === isOpen) return;
    if (!isOpen) {
      this.#observer.disconnect();
      return this.element.close();
    }
    this.element.showModal();
    this.#measure();
    for (const observed of [this.element, document.documentElement]) this.#observer.observe(observed);
  }

  remove(): void {
    this.#observer.disconnect();
    this.element.remove();
    this.#close.remove();
  }

  /** By classes, not `@media`: WebKit 2.50 does not always apply that again in a shared style sheet when the window has changed. */
  #fit(): void {
    const { classList } = this.element;
    classList.toggle('narrow', matchMedia(NARROW).matches);
    classList.toggle('wide', !this.#context.host.withoutPreview && matchMedia(WIDE).matches);
  }

  #measure(): void {
    this.#fit();
    const { offsetWidth } = this.element;
    const hasRoom = offsetWidth >= PREVIEW_WIDTH;
    // A closed dialog has no width.
    if (offsetWidth === 0 || hasRoom === this.#hasRoom) return;
    this.#hasRoom = hasRoom;
    this.#context.host.requestUpdate();
  }

  /** Draw the preview beside a list of results. Its place is reserved while it is loaded, so that the list does not move. */
  #drawPreview(findPreview: () => Preview | null | undefined): void {
    const { host, list, snapshot } = this.#context;
    const isWanted =
      this.#hasRoom &&
      !host.withoutPreview &&
      list.model.scene === 'results' &&
      snapshot.results.some(({ content }) => content.trim());
    const preview = isWanted ? findPreview() : null;
    this.element.classList.toggle('previewing', preview !== null);
    if (!preview) return this.element.querySelector('.preview')?.remove();
    if (preview.element !== this.element.lastElementChild) this.element.append(preview.element);
    preview.draw();
  }
}
