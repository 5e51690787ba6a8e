import { css } from '../../shared/styles/css.ts';
import { storageKey } from '../../../state/storage/storage.ts';
import { createElement, createIcon } from '../../shared/dom/create-element.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { AssistantContext } from '../context.ts';

const WRAP = 'M3.5 5.5h13M3.5 10h10.2a2.6 2.6 0 0 1 0 5.2H10M11.8 13.2l-2 2 2 2M3.5 15.2h3';
const LARGE = 'M11.8 3.8h4.4v4.4M8.2 16.2H3.8v-4.4M16.2 3.8l-5 5M3.8 16.2l5-5';
const CLOSE = 'm5 5 10 10M15 5 5 15';

/** Distance from an edge that counts as zero, in pixels, because scroll positions are fractional on some screens. */
const TOLERANCE = 1;

/**
 * Adds to wide tables and code blocks: a fade at the edge that cuts them, a switch that wraps the lines of all code (stored for
 * later pages), and a button that opens a block as large as the window. None of it changes the layout.
 */
export class WideBlocks {
  readonly #context: AssistantContext;
  readonly #known = new WeakSet<Element>();
  readonly #observer = new ResizeObserver((entries) => {
    // In the next frame: a change of sizes within the callback would cause a ResizeObserver loop error.
    requestAnimationFrame(() => {
      for (const { target } of entries) showEdges(target.closest<HTMLElement>('pre, .table-scroll')!);
    });
  });
  /** Whether the lines of code are wrapped. */
  #isWrapped: boolean;

  constructor(context: AssistantContext) {
    this.#context = context;
    addStyles(context.host.renderRoot, wideBlocksStyles);
    this.#isWrapped = context.storage.read(this.#key, (value) => (value === true ? value : null)) ?? false;
    this.#showWrapped();
  }

  get #key(): string {
    return storageKey(this.#context.site, 'wrap');
  }

  /** Set up the blocks that were drawn since the last call. */
  prepare(): void {
    for (const scroller of this.#findAll('.messages .prose :is(pre, .table-scroll)')) {
      if (this.#known.has(scroller)) continue;
      this.#known.add(scroller);
      scroller.addEventListener('scroll', () => showEdges(scroller), { passive: true });
      for (const box of [scroller, scroller.firstElementChild!]) this.#observer.observe(box);
      const tools = createElement('span', { className: 'block-tools' });
      if (scroller.localName === 'pre') tools.append(this.#createWrap());
      tools.append(this.#createButton('openLarge', LARGE, () => this.#openLarge(scroller)));
      const copy = scroller.previousElementSibling?.querySelector('.code-copy');
      if (copy) copy.before(tools);
      else scroller.before(tools);
    }
  }

  #createWrap(): HTMLElement {
    const button = this.#createButton('wrapLines', WRAP, () => this.#wrap(!this.#isWrapped));
    button.classList.add('wrap-lines');
    button.ariaPressed = String(this.#isWrapped);
    return button;
  }

  #wrap(isWrapped: boolean): void {
    this.#isWrapped = isWrapped;
    this.#context.storage.write(this.#key, isWrapped || null);
    this.#showWrapped();
  }

  #showWrapped(): void {
    this.#context.host.frame.toggleAttribute('data-wrap-lines', this.#isWrapped);
    for (const button of this.#findAll('.wrap-lines')) button.ariaPressed = String(this.#isWrapped);
  }

  #createButton(key: 'wrapLines' | 'openLarge', path: string, act: () => void): HTMLButtonElement {
    const title = this.#context.text(key);
    const button = createElement(
      'button',
      { type: 'button', className: 'block-tool', title, ariaLabel: title },
      createIcon(path),
    );
    button.addEventListener('click', act);
    return button;
  }

  /** Open a copy of a block in a modal dialog, which Escape closes without closing the panel. */
  #openLarge(scroller: HTMLElement): void {
    const { text, groups, host } = this.#context;
    const name = scroller.ariaLabel ?? '';
    const copy = scroller.cloneNode(true) as HTMLElement;
    delete copy.dataset.more;
    const label = text('close');
    const close = createElement(
      'button',
      { type: 'button', className: 'icon-button', title: label, ariaLabel: label },
      createIcon(CLOSE),
    );
    const dialog = createElement(
      'dialog',
      { className: 'large', ariaLabel: name, dir: 'auto' },
      createElement('div', { className: 'large-head' }, createElement('strong', {}, name), close),
      createElement('div', { className: 'prose' }, copy),
    );
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('keydown', (event) => event.stopPropagation());
    dialog.addEventListener('close', () => dialog.remove());
    // Not appended: a lit-html part at the end of a template removes the nodes after it when its value changes.
    (scroller.closest('.panel') ?? host.frame).prepend(dialog);
    dialog.showModal();
    const code = copy.querySelector<HTMLElement>('code[class]');
    if (code) groups.highlighter.value?.(code);
  }

  #findAll(selector: string): NodeListOf<HTMLElement> {
    return this.#context.host.renderRoot.querySelectorAll<HTMLElement>(selector);
  }
}

/** Mark the edges at which a block is cut. `start` and `end` depend on its text direction. */
function showEdges(scroller: HTMLElement): void {
  const hidden = scroller.scrollWidth - scroller.clientWidth;
  const scrolled = Math.abs(scroller.scrollLeft);
  const edges = [scrolled > TOLERANCE && 'start', hidden - scrolled > TOLERANCE && 'end'].filter(Boolean);
  scroller.dataset.more = edges.join(' ');
  if (hidden > TOLERANCE) scroller.parentElement!.classList.add('wide');
}

/** Fades, buttons and large view of wide tables and code blocks. */
const wideBlocksStyles = css`
  .prose [data-more] {
    --_to: to right;
    --_start: #000;
    --_end: #000;
  }
  .prose [data-more]:dir(rtl) {
    --_to: to left;
  }
  .prose [data-more~='start'] {
    --_start: transparent;
  }
  .prose [data-more~='end'] {
    --_end: transparent;
  }
  /* Not while the block has a focus outline, which would fade as well. */
  .prose :is([data-more~='start'], [data-more~='end']):not(:focus-visible) {
    mask-image: linear-gradient(var(--_to), var(--_start), #000 2.5em, #000 calc(100% - 2.5em), var(--_end));
  }
  .block-tools {
    display: none;
    gap: 0.2em;
  }
  .wide > .block-tools,
  .wide > .code-head > .block-tools {
    display: flex;
  }
  .code-head > .block-tools {
    margin-inline-start: auto;
  }
  .prose .table.wide {
    position: relative;
  }
  .prose .table > .block-tools {
    position: absolute;
    inset-block-start: 0.2em;
    inset-inline-end: 0;
    z-index: 1;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface);
    /* Fade the text beside the buttons, as at the edge. */
    box-shadow:
      -0.6em 0 0.5em var(--_surface),
      0.6em 0 0.5em var(--_surface);
  }
  .block-tool {
    display: grid;
    place-items: center;
    inline-size: 24px;
    block-size: 24px;
    border-radius: calc(var(--_radius) / 2);
    color: var(--_muted);
  }
  /* As high as the label of the copy button, so that the head keeps its height. */
  .code-head .block-tool {
    margin-block: -2px;
  }
  .block-tool svg {
    inline-size: 16px;
    block-size: 16px;
  }
  .block-tool:is(:hover, [aria-pressed='true']) {
    background: var(--_border);
    color: var(--_text);
  }
  [data-wrap-lines] .prose pre code {
    inline-size: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .large {
    inline-size: 100%;
    max-inline-size: calc(100vw - 2rem);
    block-size: 100%;
    max-block-size: calc(100dvh - 2rem);
    padding: 0;
    border: 0;
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    overflow: hidden;
  }
  .large[open] {
    display: flex;
    flex-direction: column;
  }
  .large::backdrop {
    background: #0008;
  }
  .large-head {
    display: flex;
    flex: none;
    align-items: center;
    justify-content: space-between;
    gap: 1em;
    padding-block: 0.5em;
    padding-inline: 1.2em 0.6em;
    border-block-end: 1px solid var(--_border);
  }
  .large > .prose {
    flex: 1;
    min-block-size: 0;
    display: grid;
  }
  .large > .prose > * {
    overflow: auto;
    margin: 0;
    padding: 1.2em;
  }

  .large .prose pre code {
    background: none;
  }

  @media (forced-colors: active) {
    .prose [data-more][data-more] {
      mask-image: none;
    }
    .prose [data-more~='start'] {
      border-inline-start: 2px dashed;
    }
    .prose [data-more~='end'] {
      border-inline-end: 2px dashed;
    }
    .large,
    .block-tool {
      border: 1px solid;
    }
    .block-tool[aria-pressed='true'] {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
`;
