/** Between the box and the results, and between the results and the edges of the window. */
const GAP = 8;
/** As wide as the results get where the box is narrower: two lines of an excerpt are read at a glance. */
const COMFORTABLE_WIDTH = 600;

/**
 * Shows the results below the box, in the browser's top layer, and keeps them there.
 *
 * There is one place for them, so that a few lines do: a library that also knows all others is larger than the search
 * itself, and anchor positioning lays everything out twice at each key.
 */
export class Dropdown {
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
    const place = (): void => placeBelow(panel, box);
    const { signal } = (this.#connection = new AbortController());
    // Captured: the box moves when anything around it scrolls.
    window.addEventListener('scroll', place, { signal, capture: true, passive: true });
    window.addEventListener('resize', place, { signal });
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

function placeBelow(panel: HTMLElement, box: HTMLElement): void {
  const { left, right, bottom } = box.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const width = Math.min(Math.max(right - left, COMFORTABLE_WIDTH), clientWidth - 2 * GAP);
  const start = getComputedStyle(box).direction === 'rtl' ? right - width : left;
  const x = Math.max(GAP, Math.min(start, clientWidth - GAP - width));
  const style = {
    inset: `${bottom + GAP}px auto auto ${x}px`,
    width: `${width}px`,
    'max-height': `${innerHeight - bottom - 2 * GAP}px`,
  };
  for (const [name, value] of Object.entries(style)) panel.style.setProperty(name, value);
}
