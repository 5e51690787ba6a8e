import { createElement } from '../../shared/dom/create-element.ts';
import type { SearchResult } from '../../../protocol/api.ts';
import type { DialogPart, PanelContext } from '../context.ts';
import { dialogStrings } from '../strings/en/dialog.ts';
import { dialogStyles } from './dialog.styles.ts';

/** Width of the dialog, in pixels, from which there is room for a preview beside the list. */
const PREVIEW_WIDTH = 880;
/** Window in which the dialog has no margin. */
const NARROW = '(max-width: 600px)';
/** Window with room for {@link PREVIEW_WIDTH}. */
const WIDE = '(min-width: 944px)';

export function createPart(context: PanelContext): DialogPart {
  return new Dialog(context);
}

/** The dialog of `variant="dialog"`, around box and panel, with a button that closes it. */
class Dialog implements DialogPart {
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
  readonly #context: PanelContext;
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
  /** Results for which the preview was last loaded: once for each answer, because a failure redraws the dialog. */
  #results: readonly SearchResult[] = [];

  constructor(context: PanelContext) {
    this.#context = context;
    context.strings.add(dialogStrings);
    context.addStyles(dialogStyles);
  }

  draw(): void {
    const { host, text } = this.#context;
    this.element.ariaLabel = text('results');
    this.#label.textContent = text('close');
    this.#fit();
    this.#drawPreview();
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
  #drawPreview(): void {
    const { host, list, pieces, snapshot } = this.#context;
    const { preview } = pieces;
    const { results } = snapshot;
    const isWanted =
      this.#hasRoom &&
      !host.withoutPreview &&
      list.model.scene === 'results' &&
      results.some(({ content }) => content.trim());
    if (isWanted && results !== this.#results) {
      this.#results = results;
      void preview.load();
    }
    this.element.classList.toggle('previewing', isWanted && !preview.failed);
    const pane = isWanted ? preview.value : undefined;
    if (!pane) return this.element.querySelector('.preview')?.remove();
    if (pane.element !== this.element.lastElementChild) this.element.append(pane.element);
    pane.draw();
  }
}
