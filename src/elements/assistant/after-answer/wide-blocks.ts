import { css } from '../../shared/styles/css.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { AssistantContext } from '../context.ts';

/** Distance from an edge that counts as zero, in pixels, because scroll positions are fractional on some screens. */
const TOLERANCE = 1;

/** Marks the edges at which wide tables and code blocks are cut, by a fade. It does not change the layout. */
export class WideBlocks {
  readonly #context: AssistantContext;
  readonly #known = new WeakSet<Element>();
  readonly #observer = new ResizeObserver((entries) => {
    // In the next frame: a change of sizes within the callback would cause a ResizeObserver loop error.
    requestAnimationFrame(() => {
      for (const { target } of entries) showEdges(target.closest<HTMLElement>('pre, .table-scroll')!);
    });
  });

  constructor(context: AssistantContext) {
    this.#context = context;
    addStyles(context.host.renderRoot, wideBlocksStyles);
  }

  /** Set up the blocks that were drawn since the last call. */
  prepare(): void {
    for (const scroller of this.#findAll('.messages .prose :is(pre, .table-scroll)')) {
      if (this.#known.has(scroller)) continue;
      this.#known.add(scroller);
      scroller.addEventListener('scroll', () => showEdges(scroller), { passive: true });
      for (const box of [scroller, scroller.firstElementChild!]) this.#observer.observe(box);
    }
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
}

/** Fades of wide tables and code blocks, and lines of commands. */
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
  /* A command is read as a whole, and copied without its breaks. */
  .prose pre code:is(.language-sh, .language-bash, .language-shell, .language-zsh, .language-console) {
    inline-size: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    padding-inline-start: 1.5em;
    text-indent: -1.5em;
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
  }
`;
