import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../shared/styles/css.ts';
import { isRecord } from '../../../protocol/record.ts';
import { storageKey } from '../../../state/storage/storage.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import { findMessages, findScrollPosition, scrollToPosition } from './scroll-position.ts';
import type { AssistantContext } from '../context.ts';

type Axis = 'width' | 'height';
type Edge = 'left' | 'right' | 'top' | 'bottom';
type Size = Partial<Record<Axis, number>> & {
  /** Whether the panel is expanded to most of the window instead. */
  readonly isExpanded?: boolean;
};

/** Minimum width and height, in pixels: those of a small phone, and enough for a question with the beginning of an answer. */
const MIN_SIZE: Readonly<Record<Axis, number>> = { width: 320, height: 320 };
const OTHER_AXIS = { width: 'height', height: 'width' } as const;
/** Maximum stored size that is accepted, in pixels: no screen is larger. */
const MAX_STORED_SIZE = 10_000;
/** Width or height of the window that the panel leaves free, in pixels. */
const MARGIN = 48;
/** Keys that move an edge to the left or up, and to the right or down. */
const KEYS = { width: ['ArrowLeft', 'ArrowRight'], height: ['ArrowUp', 'ArrowDown'] } as const;
/** Pixels by which a key moves an edge, without and with Shift. */
const STEP = 16;
const BIG_STEP = 64;

const RESIZABLE = ['floating', 'sidebar', 'dialog'] as const;
type ResizableMode = (typeof RESIZABLE)[number];

/**
 * Handles that move the edges of the panel, by pointer and by keyboard, and an item of the menu that expands it to most of the window.
 * Each mode has a size of its own, which is stored.
 */
export class PanelResizer {
  readonly #context: AssistantContext;
  #sizes: Partial<Record<ResizableMode, Size>>;
  #drag: { readonly pointer: number; readonly from: number; readonly size: number } | null = null;

  constructor(context: AssistantContext) {
    this.#context = context;
    addStyles(context.host.renderRoot, resizeStyles);
    this.#sizes = context.storage.read(this.#key, readSizes) ?? {};
    context.host.frame.addEventListener('keydown', (event) => this.#handlePanelKey(event));
  }

  render(): TemplateResult | typeof nothing {
    const mode = this.#mode;
    if (mode === null) return nothing;
    return html`${this.#renderEdge('width')} ${mode === 'sidebar' ? nothing : this.#renderEdge('height')}`;
  }

  /** A value that differs whenever {@link renderExpand} draws something else. */
  get revision(): string {
    return `${this.#mode} ${this.#size.isExpanded}`;
  }

  renderExpand(): TemplateResult | typeof nothing {
    if (this.#mode === null) return nothing;
    const label = this.#context.text('expand');
    return html`<button
      part="expand"
      type="button"
      aria-pressed=${this.#size.isExpanded ?? false}
      @click=${({ currentTarget }: Event) => {
        const button = currentTarget as HTMLElement;
        this.#toggle(button);
        const menu = button.closest('details')!;
        menu.open = false;
        menu.querySelector('summary')!.focus();
      }}
    >
      ${label}
    </button>`;
  }

  /** Apply the stored size of this mode, and update the values of the handles. */
  apply(element: HTMLElement): void {
    const size = this.#size;
    element.toggleAttribute('data-expanded', size.isExpanded ?? false);
    for (const axis of ['width', 'height'] as const) {
      const value = size[axis];
      if (value === undefined) element.style.removeProperty(`--_${axis}`);
      else element.style.setProperty(`--_${axis}`, `${value}px`);
    }
    for (const handle of element.querySelectorAll<HTMLElement>('.resize')) {
      const axis = handle.dataset.axis as Axis;
      handle.dataset.edge = this.#freeEdge(element, axis);
      handle.ariaValueNow = `${measure(element, axis)}`;
      handle.ariaValueMax = `${maxSize(axis)}`;
    }
  }

  get #mode(): ResizableMode | null {
    const { mode } = this.#context.placement;
    return RESIZABLE.find((resizable) => resizable === mode) ?? null;
  }

  get #size(): Size {
    return (this.#mode && this.#sizes[this.#mode]) ?? {};
  }

  get #key(): string {
    return storageKey(this.#context.site, 'size');
  }

  #renderEdge(axis: Axis): TemplateResult {
    const { text } = this.#context;
    return html`<div
      part="resize"
      class="resize"
      data-axis=${axis}
      role="separator"
      tabindex="-1"
      aria-orientation=${axis === 'width' ? 'vertical' : 'horizontal'}
      aria-label=${text(axis === 'width' ? 'resizeWidth' : 'resizeHeight')}
      aria-valuemin=${MIN_SIZE[axis]}
      @pointerdown=${(event: PointerEvent) => this.#handleDown(event, axis)}
      @pointermove=${(event: PointerEvent) => this.#handleMove(event, axis)}
      @pointerup=${(event: PointerEvent) => this.#handleUp(event)}
      @pointercancel=${(event: PointerEvent) => this.#handleUp(event)}
      @dblclick=${(event: Event) => this.#set(event.currentTarget as HTMLElement, axis, undefined)}
      @keydown=${(event: KeyboardEvent) => this.#handleKey(event, event.currentTarget as HTMLElement, axis)}
    ></div>`;
  }

  /** Expand the panel, or restore its size. Not animated, because each frame would lay all lines out again. */
  #toggle(button: HTMLElement): void {
    const { host, conversation } = this.#context;
    const mode = this.#mode;
    if (mode === null) return;
    const { isExpanded = false, ...sides } = this.#size;
    this.#sizes = { ...this.#sizes, [mode]: isExpanded ? sides : { ...sides, isExpanded: true } };
    this.#store();
    const messages = findMessages(this.#context);
    const position = messages && findScrollPosition(messages, conversation.turns);
    this.apply(panelOf(button)!);
    // Keep the reader at the same position of the conversation.
    if (position) scrollToPosition(this.#context, position, () => {});
    host.requestUpdate();
  }

  #handleDown(event: PointerEvent, axis: Axis): void {
    if (event.button !== 0) return;
    const handle = event.currentTarget as HTMLElement;
    handle.setPointerCapture(event.pointerId);
    handle.focus({ preventScroll: true });
    // Prevent that dragging selects text of the page.
    event.preventDefault();
    this.#drag = {
      pointer: event.pointerId,
      from: positionOf(event, axis),
      size: measure(panelOf(handle)!, axis),
    };
  }

  #handleMove(event: PointerEvent, axis: Axis): void {
    if (this.#drag?.pointer !== event.pointerId) return;
    const handle = event.currentTarget as HTMLElement;
    const moved = (positionOf(event, axis) - this.#drag.from) * this.#growthPerPixel(handle);
    this.#set(handle, axis, this.#drag.size + moved);
  }

  #handleUp(event: PointerEvent): void {
    if (this.#drag?.pointer !== event.pointerId) return;
    this.#drag = null;
    this.#store();
  }

  /** Move an edge by Ctrl+Shift and an arrow, wherever the focus is but in a text, where these keys select words. */
  #handlePanelKey(event: KeyboardEvent): void {
    const { key, ctrlKey, shiftKey, altKey, metaKey, target } = event;
    const axis = (['width', 'height'] as const).find((one) => (KEYS[one] as readonly string[]).includes(key));
    const handle = panelOf(target)?.querySelector<HTMLElement>(`.resize[data-axis=${axis}]`);
    if (!axis || !handle || !ctrlKey || !shiftKey || altKey || metaKey || event.defaultPrevented) return;
    if (!(target as Element).matches('input, textarea')) this.#handleKey(event, handle, axis);
  }

  #handleKey(event: KeyboardEvent, handle: HTMLElement, axis: Axis): void {
    const size = measure(panelOf(handle)!, axis);
    const step = (event.shiftKey ? BIG_STEP : STEP) * this.#growthPerPixel(handle);
    const [back, forth] = KEYS[axis];
    const sizes: Readonly<Record<string, number | undefined>> = {
      [back]: size - step,
      [forth]: size + step,
      Home: MIN_SIZE[axis],
      End: maxSize(axis),
      // As a double click: reset to the size in the styles of the page.
      Enter: undefined,
    };
    if (!Object.hasOwn(sizes, event.key)) return;
    event.preventDefault();
    this.#set(handle, axis, sizes[event.key]);
    this.#store();
  }

  /** Return by how many pixels the size grows with one pixel to the right or down. A centered panel grows on both sides. */
  #growthPerPixel(handle: HTMLElement): number {
    const { edge } = handle.dataset;
    const sign = edge === 'right' || edge === 'bottom' ? 1 : -1;
    return this.#mode === 'dialog' ? 2 * sign : sign;
  }

  #set(handle: HTMLElement, axis: Axis, size: number | undefined): void {
    const element = panelOf(handle)!;
    const mode = this.#mode;
    if (mode === null) return;
    const { [axis]: _, isExpanded, ...other } = this.#size;
    // Moving an edge of the expanded panel sets both sizes: the other one to what it is now.
    const rest = isExpanded ? { [OTHER_AXIS[axis]]: measure(element, OTHER_AXIS[axis]) } : other;
    const keep = (value: number | undefined): void => {
      this.#sizes = { ...this.#sizes, [mode]: value === undefined ? rest : { ...rest, [axis]: value } };
      this.apply(element);
    };
    if (size === undefined) {
      keep(undefined);
      this.#store();
      return;
    }
    keep(Math.round(Math.min(Math.max(size, MIN_SIZE[axis]), maxSize(axis))));
    // Store the size that the layout allows: after a larger one, the first steps back would have no effect.
    keep(measure(element, axis));
  }

  #store(): void {
    this.#context.storage.write(this.#key, this.#sizes);
  }

  /** Return the edge that moves. The other one is fixed at the launcher, or at the edge of the window. */
  #freeEdge(element: HTMLElement, axis: Axis): Edge {
    const [before, after] = axis === 'width' ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
    // A centered panel has no fixed edge.
    if (this.#mode === 'dialog') return after;
    const box = element.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const launcher =
      this.#mode === 'floating'
        ? this.#context.host.renderRoot.querySelector('.launcher')?.getBoundingClientRect()
        : null;
    const anchor = launcher ?? new DOMRect(0, 0, clientWidth, clientHeight);
    return Math.abs(box[before] - anchor[before]) < Math.abs(box[after] - anchor[after]) ? after : before;
  }
}

/** Read sizes from storage, which any script of the site can write. Sizes out of range are ignored. */
function readSizes(value: unknown): Partial<Record<ResizableMode, Size>> | null {
  if (!isRecord(value)) return null;
  return Object.fromEntries(RESIZABLE.map((mode) => [mode, readSize(value[mode])]));
}

function readSize(value: unknown): Size {
  if (!isRecord(value)) return {};
  const sides = (['width', 'height'] as const).filter((axis) => {
    const side = value[axis];
    return typeof side === 'number' && side >= MIN_SIZE[axis] && side <= MAX_STORED_SIZE;
  });
  const size: Size = Object.fromEntries(sides.map((axis) => [axis, value[axis]]));
  return value.isExpanded === true ? { ...size, isExpanded: true } : size;
}

function panelOf(handle: EventTarget | null): HTMLElement | null {
  return (handle as HTMLElement).closest<HTMLElement>('.panel');
}

function positionOf(event: PointerEvent, axis: Axis): number {
  return axis === 'width' ? event.clientX : event.clientY;
}

function measure(element: HTMLElement, axis: Axis): number {
  return axis === 'width' ? element.offsetWidth : element.offsetHeight;
}

function maxSize(axis: Axis): number {
  const room = axis === 'width' ? window.innerWidth : window.innerHeight;
  return Math.max(MIN_SIZE[axis], room - MARGIN);
}

/** Handles at the edges of the panel, and the expanded panel. */
const resizeStyles = css`
  .panel[data-mode][data-expanded] {
    --_measure: 50em;
    width: min(1080px, 100vw - 48px);
    height: var(--_available-height, 100dvh - 48px);
  }
  .panel[data-expanded][data-mode='sidebar'] {
    height: 100dvh;
  }
  /* Limit the length of lines, for readability. */
  .panel[data-expanded] :is(.thread, .history-head, .history-body) {
    padding-inline: max(20px, (100% - var(--_measure)) / 2);
  }
  .panel[data-expanded] :is(.composer, .hint) {
    margin-inline: max(16px, (100% - var(--_measure)) / 2);
  }

  .resize {
    position: absolute;
    z-index: 1;
    touch-action: none;
  }
  .resize[data-axis='width'] {
    inset-block: 16px;
    width: 12px;
    cursor: ew-resize;
  }
  .resize[data-axis='height'] {
    inset-inline: 16px;
    height: 12px;
    cursor: ns-resize;
  }
  .resize[data-edge='left'] {
    left: -6px;
  }
  .resize[data-edge='right'] {
    right: -6px;
  }
  .resize[data-edge='top'] {
    top: -6px;
  }
  .resize[data-edge='bottom'] {
    bottom: -6px;
  }
  .resize::before {
    position: absolute;
    inset: 0;
    width: 4px;
    height: 48px;
    margin: auto;
    border: 1px solid transparent;
    border-radius: 2px;
    background: var(--_control);
    content: '';
    opacity: 0;
  }
  .resize[data-axis='height']::before {
    width: 48px;
    height: 4px;
  }
  .resize:hover::before,
  .resize:active::before,
  .resize:focus-visible::before {
    opacity: 1;
  }
  .resize:focus-visible {
    outline: 0;
  }
  .resize:focus-visible::before {
    background: var(--_accent);
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  @media (prefers-reduced-motion: no-preference) {
    .resize::before {
      transition: opacity 150ms;
    }
  }
`;
