import { html, nothing, type TemplateResult } from 'lit';
import { isRecord } from '../../../protocol/record.ts';
import { storageKey } from '../../../state/storage.ts';
import { addStyles } from '../../shared/add-styles.ts';
import { resizeStyles } from './resize.styles.ts';
import type { Panel } from './panel.ts';
import { resizeStrings } from '../strings/en/resize.ts';

type Axis = 'width' | 'height';
type Edge = 'left' | 'right' | 'top' | 'bottom';
type Size = Partial<Record<Axis, number>>;

/** Smallest width and height, in pixels: that of a small phone, and of a question with the beginning of an answer. */
const LEAST: Readonly<Record<Axis, number>> = { width: 320, height: 320 };
/** No screen is wider or higher, in pixels: a stored size beyond was not written by this. */
const MOST = 10_000;
/** What stays free of the window, in pixels. */
const MARGIN = 48;
/** Keys that move an edge to the left or up, and to the right or down. */
const KEYS = { width: ['ArrowLeft', 'ArrowRight'], height: ['ArrowUp', 'ArrowDown'] } as const;
/** How far a key moves an edge, in pixels; with Shift. */
const STEP = 16;
const BIG_STEP = 64;

const RESIZABLE = ['floating', 'sidebar', 'dialog'] as const;
type ResizableMode = (typeof RESIZABLE)[number];

/** Edges of the panel that can be moved, by drag and by keyboard. Each mode remembers a size of its own. */
export class PanelResizer {
  readonly #panel: Panel;
  #sizes: Partial<Record<ResizableMode, Size>>;
  #drag: { readonly pointer: number; readonly from: number; readonly size: number } | null = null;

  constructor(panel: Panel) {
    this.#panel = panel;
    panel.strings.add(resizeStrings);
    addStyles(panel.host.renderRoot, resizeStyles);
    this.#sizes = panel.storage.read(this.#key, readSizes) ?? {};
  }

  render(): TemplateResult | typeof nothing {
    const mode = this.#mode;
    if (mode === null) return nothing;
    return html`${this.#renderEdge('width')} ${mode === 'sidebar' ? nothing : this.#renderEdge('height')}`;
  }

  /** Gives the panel the size that the reader has given it in this mode, and the handles what they say of it. */
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
    const { mode } = this.#panel.layer;
    return RESIZABLE.find((resizable) => resizable === mode) ?? null;
  }

  get #key(): string {
    return storageKey(this.#panel.site, 'size');
  }

  #renderEdge(axis: Axis): TemplateResult {
    const { text } = this.#panel;
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
    // Nothing of the page is to be selected on the way.
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

  /** How much a pixel to the right, or down, adds. A panel in the middle grows on both sides. */
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
    // What there is no room for is not kept either: the way back would begin with nothing happening.
    keep(measure(element, axis));
  }

  #remember(): void {
    this.#panel.storage.write(this.#key, this.#sizes);
  }

  /** The edge that can move: of two the one that is further from what holds the panel, the launcher or the window. */
  #freeEdge(element: HTMLElement, axis: Axis): Edge {
    const [before, after] = axis === 'width' ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
    // In the middle nothing holds it.
    if (this.#mode === 'dialog') return after;
    const box = element.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const launcher =
      this.#mode === 'floating'
        ? this.#panel.host.renderRoot.querySelector('.launcher')?.getBoundingClientRect()
        : null;
    const held = launcher ?? new DOMRect(0, 0, clientWidth, clientHeight);
    return Math.abs(box[before] - held[before]) < Math.abs(box[after] - held[after]) ? after : before;
  }
}

/** What is left of a text that anybody could have written: sizes that a screen can have. */
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
