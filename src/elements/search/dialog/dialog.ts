import { css } from '../../shared/styles/css.ts';
import { createElement } from '../../shared/dom/create-element.ts';
import type { Preview } from '../preview/preview.ts';
import type { SearchContext } from '../context.ts';
import { searchDialog } from '../../strings/english.ts';

/** Width of the dialog, in pixels, from which there is room for a preview beside the list. */
const PREVIEW_WIDTH = 880;
/** Window in which the dialog has no margin. */
const NARROW = '(max-width: 640px)';
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
    context.strings.add(searchDialog);
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

/**
 * The dialog around box and results. The flex basis of the panel is `auto`, because WebKit resolves `0%` of an indefinite
 * height to 0.
 */
const dialogStyles = css`
  dialog {
    padding: 0;
    border: 0;
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    box-shadow: var(--_shadow);
    width: min(680px, 100vw - 32px);
    max-width: none;
    /* Limited by the window, and to what can be scanned at a glance. */
    max-height: min(960px, 100dvh - var(--_top) - 32px);
    margin: var(--_top) auto auto;
    --_top: min(12vh, 96px);
    overflow: hidden;
  }
  dialog::backdrop {
    background: #0b122080;
  }
  dialog[open] {
    display: flex;
    flex-direction: column;
  }
  /* Room for a preview beside the list. The width is the same before there are results, so that the box does not move. */
  .wide {
    width: min(1080px, 100vw - 64px);
  }
  .previewing[open] {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 5fr) minmax(0, 6fr);
    min-height: min(560px, 100dvh - var(--_top) - 32px);
  }
  .previewing .panel {
    grid-area: 2 / 1;
  }
  .preview {
    grid-area: 2 / 2;
  }
  .docs dialog .box {
    grid-column: 1 / -1;
    flex: none;
    height: 56px;
    padding-inline: 20px 16px;
    border-width: 0 0 1px;
    border-color: var(--_border);
    border-radius: 0;
    font-size: 1.0667em;
  }
  /* The dialog would cut a ring; the caret and the line below the field are enough. */
  .docs dialog .box:focus-within {
    border-color: var(--_accent);
    outline: 0;
    box-shadow: 0 1px var(--_accent);
  }
  .dialog .panel {
    flex: auto;
  }
  .dialog .list {
    max-height: var(--docs-search-results-height, none);
  }
  .key-button {
    flex: none;
    min-width: 28px;
    height: 28px;
    padding-inline: 8px;
    border: 1px solid var(--_border);
    border-radius: 6px;
    color: var(--_muted);
    font-size: 0.85em;
    line-height: 1;
  }
  .key-button:hover {
    background: var(--_soft);
    color: var(--_text);
  }

  @media (hover: none) and (pointer: coarse) {
    .key-button {
      min-width: 44px;
      height: 44px;
      border: 0;
      color: var(--_accent);
      font-size: 1em;
    }
    .docs dialog .box .icon-button {
      min-width: 44px;
      height: 44px;
    }
    .key-button .word {
      position: static;
      width: auto;
      height: auto;
      overflow: visible;
      clip-path: none;
    }
    .key-button .key {
      display: none;
    }
  }
  .narrow {
    width: 100vw;
    height: 100dvh;
    max-height: none;
    margin: 0;
    border-radius: 0;
  }
  .narrow .list {
    max-height: none;
  }
  @media (forced-colors: active) {
    dialog {
      border: 1px solid CanvasText;
    }
  }
`;
