import { html, nothing, type TemplateResult } from 'lit';
import { isRecord } from '../../../protocol/record.ts';
import { storageKey } from '../../../state/storage/storage.ts';
import { icon } from '../../shared/dom/icon.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import { findMessages, findPlace, goTo } from './scroll-place.ts';
import { resizeStyles } from './resize.styles.ts';
import type { AssistantContext, ResizerPart } from '../context.ts';
import { resizeStrings } from '../strings/en/resize.ts';

type Axis = 'width' | 'height';
type Edge = 'left' | 'right' | 'top' | 'bottom';
type Size = Partial<Record<Axis, number>> & {
  /** Whether the panel takes most of the window instead. */
  readonly isExpanded?: boolean;
};

const expandIcon = icon('M11.8 3.8h4.4v4.4M8.2 16.2H3.8v-4.4M16.2 3.8l-5 5M3.8 16.2l5-5');

/** Smallest width and height, in pixels: a small phone, and a question with the beginning of an answer. */
const LEAST: Readonly<Record<Axis, number>> = { width: 320, height: 320 };
const OTHER = { width: 'height', height: 'width' } as const;
/** Largest stored size that is accepted, in pixels: no screen is larger. */
const MOST = 10_000;
/** Part of the window that stays free, in pixels. */
const MARGIN = 48;
/** Keys that move an edge to the left or up, and to the right or down. */
const KEYS = { width: ['ArrowLeft', 'ArrowRight'], height: ['ArrowUp', 'ArrowDown'] } as const;
/** Pixels by which a key moves an edge, without and with Shift. */
const STEP = 16;
const BIG_STEP = 64;

const RESIZABLE = ['floating', 'sidebar', 'dialog'] as const;
type ResizableMode = (typeof RESIZABLE)[number];

/**
 * Handles that move the edges of the panel, by pointer and by keyboard, and a button that makes it as large as the window
 * allows. Each mode keeps a size of its own.
 */
export class PanelResizer implements ResizerPart {
  readonly #context: AssistantContext;
  #sizes: Partial<Record<ResizableMode, Size>>;
  #drag: { readonly pointer: number; readonly from: number; readonly size: number } | null = null;

  constructor(context: AssistantContext) {
    this.#context = context;
    context.strings.add(resizeStrings);
    addStyles(context.host.renderRoot, resizeStyles);
    this.#sizes = context.storage.read(this.#key, readSizes) ?? {};
  }

  render(): TemplateResult | typeof nothing {
    const mode = this.#mode;
    if (mode === null) return nothing;
    return html`${this.#renderEdge('width')} ${mode === 'sidebar' ? nothing : this.#renderEdge('height')}`;
  }

  renderExpand(): TemplateResult | typeof nothing {
    if (this.#mode === null) return nothing;
    const label = this.#context.text('expand');
    return html`<button
      part="expand"
      class="icon-button"
      type="button"
      aria-label=${label}
      aria-pressed=${this.#size.isExpanded ?? false}
      title=${label}
      @click=${(event: Event) => this.#toggle(event.currentTarget as HTMLElement)}
    >
      ${expandIcon}
    </button>`;
  }

  /** Set the size that is kept for this mode, and the values of the handles. */
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
      handle.ariaValueMax = `${mostOf(axis)}`;
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
      tabindex="0"
      aria-orientation=${axis === 'width' ? 'vertical' : 'horizontal'}
      aria-label=${text(axis === 'width' ? 'resizeWidth' : 'resizeHeight')}
      aria-valuemin=${LEAST[axis]}
      @pointerdown=${(event: PointerEvent) => this.#handleDown(event, axis)}
      @pointermove=${(event: PointerEvent) => this.#handleMove(event, axis)}
      @pointerup=${(event: PointerEvent) => this.#handleUp(event)}
      @pointercancel=${(event: PointerEvent) => this.#handleUp(event)}
      @dblclick=${(event: Event) => this.#set(event, axis, undefined)}
      @keydown=${(event: KeyboardEvent) => this.#handleKey(event, axis)}
    ></div>`;
  }

  /** Expand the panel, or give it the size that it had before. No animation: each of its frames would wrap all lines anew. */
  #toggle(button: HTMLElement): void {
    const { host, conversation } = this.#context;
    const mode = this.#mode;
    if (mode === null) return;
    const { isExpanded = false, ...sides } = this.#size;
    this.#sizes = { ...this.#sizes, [mode]: isExpanded ? sides : { ...sides, isExpanded: true } };
    this.#remember();
    const messages = findMessages(this.#context);
    const place = messages && findPlace(messages, conversation.turns);
    this.apply(panelOf(button));
    // What is read stays where it is.
    if (place) goTo(this.#context, place, () => {});
    host.requestUpdate();
  }

  #handleDown(event: PointerEvent, axis: Axis): void {
    if (event.button !== 0) return;
    const handle = event.currentTarget as HTMLElement;
    handle.setPointerCapture(event.pointerId);
    handle.focus({ preventScroll: true });
    // Dragging selects nothing of the page.
    event.preventDefault();
    this.#drag = { pointer: event.pointerId, from: at(event, axis), size: measure(panelOf(handle), axis) };
  }

  #handleMove(event: PointerEvent, axis: Axis): void {
    if (this.#drag?.pointer !== event.pointerId) return;
    const moved = (at(event, axis) - this.#drag.from) * this.#outwards(event);
    this.#set(event, axis, this.#drag.size + moved);
  }

  #handleUp(event: PointerEvent): void {
    if (this.#drag?.pointer !== event.pointerId) return;
    this.#drag = null;
    this.#remember();
  }

  #handleKey(event: KeyboardEvent, axis: Axis): void {
    const size = measure(panelOf(event.currentTarget), axis);
    const step = (event.shiftKey ? BIG_STEP : STEP) * this.#outwards(event);
    const [back, forth] = KEYS[axis];
    const sizes: Readonly<Record<string, number | undefined>> = {
      [back]: size - step,
      [forth]: size + step,
      Home: LEAST[axis],
      End: mostOf(axis),
      // As a double click: the size that the page gives.
      Enter: undefined,
    };
    if (!Object.hasOwn(sizes, event.key)) return;
    event.preventDefault();
    this.#set(event, axis, sizes[event.key]);
    this.#remember();
  }

  /** Pixels that a pixel to the right, or down, adds to the size. A centered panel grows on both sides. */
  #outwards(event: Event): number {
    const { edge } = (event.currentTarget as HTMLElement).dataset;
    const sign = edge === 'right' || edge === 'bottom' ? 1 : -1;
    return this.#mode === 'dialog' ? 2 * sign : sign;
  }

  #set(event: Event, axis: Axis, size: number | undefined): void {
    const element = panelOf(event.currentTarget);
    const mode = this.#mode;
    if (mode === null) return;
    const { [axis]: _, isExpanded, ...other } = this.#size;
    // An edge of the expanded panel was moved: the other side keeps what it has now.
    const rest = isExpanded ? { [OTHER[axis]]: measure(element, OTHER[axis]) } : other;
    const keep = (value: number | undefined): void => {
      this.#sizes = { ...this.#sizes, [mode]: value === undefined ? rest : { ...rest, [axis]: value } };
      this.apply(element);
    };
    if (size === undefined) {
      keep(undefined);
      this.#remember();
      return;
    }
    keep(Math.round(Math.min(Math.max(size, LEAST[axis]), mostOf(axis))));
    // Keep the size that the panel has room for, or the first steps back would have no effect.
    keep(measure(element, axis));
  }

  #remember(): void {
    this.#context.storage.write(this.#key, this.#sizes);
  }

  /** The edge that can move: the one further from the launcher or the window, which hold the other. */
  #freeEdge(element: HTMLElement, axis: Axis): Edge {
    const [before, after] = axis === 'width' ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
    // Nothing holds a centered panel.
    if (this.#mode === 'dialog') return after;
    const box = element.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const launcher =
      this.#mode === 'floating'
        ? this.#context.host.renderRoot.querySelector('.launcher')?.getBoundingClientRect()
        : null;
    const held = launcher ?? new DOMRect(0, 0, clientWidth, clientHeight);
    return Math.abs(box[before] - held[before]) < Math.abs(box[after] - held[after]) ? after : before;
  }
}

/** Read sizes from storage, which any script of the site can write: others than a screen can have are dropped. */
function readSizes(value: unknown): Partial<Record<ResizableMode, Size>> | null {
  if (!isRecord(value)) return null;
  return Object.fromEntries(RESIZABLE.map((mode) => [mode, readSize(value[mode])]));
}

function readSize(value: unknown): Size {
  if (!isRecord(value)) return {};
  const sides = (['width', 'height'] as const).filter((axis) => {
    const side = value[axis];
    return typeof side === 'number' && side >= LEAST[axis] && side <= MOST;
  });
  const size: Size = Object.fromEntries(sides.map((axis) => [axis, value[axis]]));
  return value.isExpanded === true ? { ...size, isExpanded: true } : size;
}

function panelOf(handle: EventTarget | null): HTMLElement {
  return (handle as HTMLElement).closest<HTMLElement>('.panel')!;
}

function at(event: PointerEvent, axis: Axis): number {
  return axis === 'width' ? event.clientX : event.clientY;
}

function measure(element: HTMLElement, axis: Axis): number {
  return axis === 'width' ? element.offsetWidth : element.offsetHeight;
}

function mostOf(axis: Axis): number {
  const room = axis === 'width' ? window.innerWidth : window.innerHeight;
  return Math.max(LEAST[axis], room - MARGIN);
}
