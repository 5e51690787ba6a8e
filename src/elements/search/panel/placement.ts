/** Between the box and the results, and between the results and the edges of the window. */
export const GAP = 8;
/** As wide as the results get where the box is narrower: two lines of an excerpt are read at a glance. */
const COMFORTABLE_WIDTH = 600;
/** Height in which a few results can be read. With less below the box, the other side of it is looked at too. */
const ENOUGH_ROOM = 280;

/**
 * Shows the results at the box, in the browser's top layer, and keeps them there. Below a box with enough room that takes
 * a few lines; for any other the library is loaded.
 */
export class Placement {
  #panel: HTMLElement | null = null;
  #connection = new AbortController();

  /** Opens the panel below the box; a panel that is open already stays as it is. */
  open(panel: HTMLElement, box: HTMLElement): void {
    if (panel === this.#panel) return;
    this.close();
    // Without a top layer the style sheet places the panel.
    if (!panel.showPopover) return;
    this.#panel = panel;
    panel.showPopover();
    const { signal } = (this.#connection = new AbortController());
    let isPlaced = false;
    const place = (): void => {
      if (isPlaced) return;
      isPlaced = placeBelow(panel, box) < ENOUGH_ROOM;
      if (!isPlaced) return;
      const placeFloating = async (): Promise<void> => {
        const { placeFloating } = await import('./placement-floating.ts');
        if (!signal.aborted) signal.addEventListener('abort', placeFloating(panel, box));
      };
      // When that does not load, the results stay below the box, and scroll.
      placeFloating().catch(() => {});
    };
    // Captured: the box moves when anything around it scrolls.
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

/** @returns the height that is left there */
function placeBelow(panel: HTMLElement, box: HTMLElement): number {
  const { left, right, bottom } = box.getBoundingClientRect();
  const width = widthFor(box);
  const start = getComputedStyle(box).direction === 'rtl' ? right - width : left;
  const x = Math.max(GAP, Math.min(start, document.documentElement.clientWidth - GAP - width));
  // A keyboard on the screen covers a part of the window without resizing it; a magnified window is as large as before.
  const { height, scale } = window.visualViewport ?? { height: innerHeight, scale: 1 };
  const room = height * scale - bottom - 2 * GAP;
  const style = {
    inset: `${bottom + GAP}px auto auto ${x}px`,
    width: `${width}px`,
    'max-height': `${room}px`,
  };
  for (const [name, value] of Object.entries(style)) panel.style.setProperty(name, value);
  return room;
}

/** As wide as the box, or as is comfortable, where the window is. */
export function widthFor(box: HTMLElement): number {
  return Math.min(
    Math.max(box.getBoundingClientRect().width, COMFORTABLE_WIDTH),
    document.documentElement.clientWidth - 2 * GAP,
  );
}
