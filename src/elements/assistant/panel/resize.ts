import { html, nothing, type TemplateResult } from 'lit';
import { isRecord } from '../../../protocol/record.ts';
import { storageKey } from '../../../state/storage/storage.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import { resizeStyles } from './resize.styles.ts';
import type { AssistantContext, ResizerPart } from '../context.ts';
import { resizeStrings } from '../strings/en/resize.ts';

type Axis = 'width' | 'height';
type Edge = 'left' | 'right' | 'top' | 'bottom';
type Size = Partial<Record<Axis, number>>;

/** Smallest width and height, in pixels: a small phone, and a question with the beginning of an answer. */
const LEAST: Readonly<Record<Axis, number>> = { width: 320, height: 320 };
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

/** Handles that move the edges of the panel, by pointer and by keyboard. Each mode keeps a size of its own. */
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

  /** Set the size that is kept for this mode, and the values of the handles. */
  apply(element: HTMLElement): void {
    const size = this.#mode === null ? {} : this.#sizes[this.#mode];
    for (const axis of ['width', 'height'] as const) {
      const value = size?.[axis];
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
    const { [axis]: _, ...rest } = this.#sizes[mode] ?? {};
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
  return Object.fromEntries(sides.map((axis) => [axis, value[axis]]));
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
