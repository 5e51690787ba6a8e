import type { Lazy } from '../../shared/lazy.ts';

/** Pixels between the box and the panel, and between the panel and the edges of the window. */
const GAP = 8;
/** Minimum width of the panel, in pixels, if the box is narrower: enough for an excerpt in two lines. */
const COMFORTABLE_WIDTH = 600;
/** Height for a few results, in pixels. With less below the box, the panel may open above it. */
const ENOUGH_ROOM = 280;

/** Keep the panel above or below the box. @returns a function that stops it */
export type PlaceFloating = (
  panel: HTMLElement,
  box: HTMLElement,
  options: { gap: number; readWidth: () => number },
) => () => void;

/**
 * Places the panel at the box, in the browser's top layer. Below a box with enough room, this needs no library; for any
 * other box, floating-ui is loaded.
 */
export class DropdownPlacement {
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
      // If the library cannot be loaded, the panel stays below the box, and scrolls.
      if (signal.aborted || !placeFloating) return;
      isFloating = true;
      const stop = placeFloating(panel, box, { gap: GAP, readWidth: () => widthFor(box) });
      signal.addEventListener('abort', stop);
    };
    // Captured, because scrolling any ancestor moves the box.
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

/** Place the panel below the box. @returns the available height, in pixels */
function placeBelow(panel: HTMLElement, box: HTMLElement): number {
  const { left, right, bottom } = box.getBoundingClientRect();
  const width = widthFor(box);
  const start = getComputedStyle(box).direction === 'rtl' ? right - width : left;
  const x = Math.max(GAP, Math.min(start, document.documentElement.clientWidth - GAP - width));
  // The visual viewport excludes an on-screen keyboard. Times its scale, because pinch zoom does not change the layout.
  const { height, scale } = window.visualViewport ?? { height: innerHeight, scale: 1 };
  const room = height * scale - bottom - 2 * GAP;
  Object.assign(panel.style, {
    inset: `${bottom + GAP}px auto auto ${x}px`,
    width: `${width}px`,
    maxHeight: `${room}px`,
  });
  return room;
}

/** Return the width of the box, or a comfortable one if that is larger, limited by the window. */
function widthFor(box: HTMLElement): number {
  return Math.min(
    Math.max(box.getBoundingClientRect().width, COMFORTABLE_WIDTH),
    document.documentElement.clientWidth - 2 * GAP,
  );
}
