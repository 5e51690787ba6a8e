import type { Lazy } from '../../shared/lazy.ts';

/** Pixels between the box and the panel, and between the panel and the edges of the window. */
const GAP = 8;
/** Pixels that the panel is wide where the box is narrower: two lines of an excerpt are easy to scan. */
const COMFORTABLE_WIDTH = 600;
/** Pixels in which a few results can be read. With less below the box, the room above it is considered too. */
const ENOUGH_ROOM = 280;

/** Keeps the panel above or below the box. @returns a function that ends it */
export type PlaceFloating = (
  panel: HTMLElement,
  box: HTMLElement,
  options: { gap: number; readWidth: () => number },
) => () => void;

/**
 * Place the panel at the box, in the browser's top layer. Below a box with enough room that takes a few lines; for any
 * other box a library is loaded.
 */
export class Placement {
  readonly #floating: Lazy<PlaceFloating>;
  #panel: HTMLElement | null = null;
  #connection = new AbortController();

  constructor(floating: Lazy<PlaceFloating>) {
    this.#floating = floating;
  }

  /** Open the panel below the box; a panel that is open already stays as it is. */
  open(panel: HTMLElement, box: HTMLElement): void {
    if (panel === this.#panel) return;
    this.close();
    this.#panel = panel;
    panel.showPopover();
    const { signal } = (this.#connection = new AbortController());
    let isFloating = false;
    let wantsFloating = false;
    const place = (): void => {
      if (isFloating || placeBelow(panel, box) >= ENOUGH_ROOM || wantsFloating) return;
      wantsFloating = true;
      void float();
    };
    const float = async (): Promise<void> => {
      const placeFloating = await this.#floating.load();
      // Without the library the panel stays below the box, and scrolls, until it is opened again.
      if (signal.aborted || !placeFloating) return;
      isFloating = true;
      const stop = placeFloating(panel, box, { gap: GAP, readWidth: () => widthFor(box) });
      signal.addEventListener('abort', stop);
    };
    // Captured, because the box moves when anything around it scrolls.
    window.addEventListener('scroll', place, { signal, capture: true, passive: true });
    window.addEventListener('resize', place, { signal });
    window.visualViewport?.addEventListener('resize', place, { signal });
    const observer = new ResizeObserver(place);
    observer.observe(box);
    signal.addEventListener('abort', () => observer.disconnect());
    place();
  }

  close(): void {
    this.#connection.abort();
    if (this.#panel?.isConnected) this.#panel.hidePopover();
    this.#panel = null;
  }
}

/** @returns the height that is left below the box */
function placeBelow(panel: HTMLElement, box: HTMLElement): number {
  const { left, right, bottom } = box.getBoundingClientRect();
  const width = widthFor(box);
  const start = getComputedStyle(box).direction === 'rtl' ? right - width : left;
  const x = Math.max(GAP, Math.min(start, document.documentElement.clientWidth - GAP - width));
  // A keyboard on the screen covers a part of the window without resizing it; a magnified window is as large as before.
  const { height, scale } = window.visualViewport ?? { height: innerHeight, scale: 1 };
  const room = height * scale - bottom - 2 * GAP;
  Object.assign(panel.style, {
    inset: `${bottom + GAP}px auto auto ${x}px`,
    width: `${width}px`,
    maxHeight: `${room}px`,
  });
  return room;
}

/** The width of the box, or a comfortable one, within the window. */
function widthFor(box: HTMLElement): number {
  return Math.min(
    Math.max(box.getBoundingClientRect().width, COMFORTABLE_WIDTH),
    document.documentElement.clientWidth - 2 * GAP,
  );
}
