import { autoUpdate, computePosition, offset, shift, size } from '@floating-ui/dom';

/** Between the box and the results, and between the results and the edges of the window. */
const GAP = 8;
/** As wide as the results get where the box is narrower; wide enough for two lines of excerpt. */
const COMFORTABLE_WIDTH = 600;

/** Holds the results below the box, in the browser's top layer, while both are on the page. */
export class Dropdown {
  #panel: HTMLElement | null = null;
  #stop: () => void = () => {};

  /** Opens the panel below the box; a panel that is open already stays as it is. */
  open(panel: HTMLElement, box: HTMLElement): void {
    if (panel === this.#panel) return;
    this.close();
    this.#panel = panel;
    panel.showPopover?.();
    this.#stop = autoUpdate(box, panel, () => void place(panel, box));
  }

  close(): void {
    this.#stop();
    this.#stop = () => {};
    if (this.#panel?.isConnected) this.#panel.hidePopover?.();
    this.#panel = null;
  }
}

async function place(panel: HTMLElement, box: HTMLElement): Promise<void> {
  const { x, y } = await computePosition(box, panel, {
    strategy: 'fixed',
    placement: 'bottom-start',
    middleware: [
      offset(GAP),
      size({
        padding: GAP,
        apply({ rects, availableHeight }) {
          const room = document.documentElement.clientWidth - 2 * GAP;
          const width = Math.min(Math.max(rects.reference.width, COMFORTABLE_WIDTH), room);
          panel.style.setProperty('width', `${width}px`);
          panel.style.setProperty('--_available-height', `${Math.floor(availableHeight)}px`);
        },
      }),
      shift({ padding: GAP }),
    ],
  });
  panel.style.setProperty('inset', `${Math.round(y)}px auto auto ${Math.round(x)}px`);
}
