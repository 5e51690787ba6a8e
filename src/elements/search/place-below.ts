import { autoUpdate, computePosition, offset, shift, size } from '@floating-ui/dom';

/** Between the box and the results, and between the results and the edges of the window. */
const GAP = 8;
/** As wide as the results get where the box is narrower. */
const COMFORTABLE_WIDTH = 600;

/**
 * Keeps the panel below the box, where the browser's style sheets cannot.
 *
 * @returns a function that lets go of both
 */
export function placeBelow(panel: HTMLElement, box: HTMLElement): () => void {
  return autoUpdate(box, panel, async () => {
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
            panel.style.setProperty('max-height', `${Math.floor(availableHeight)}px`);
          },
        }),
        shift({ padding: GAP }),
      ],
    });
    panel.style.setProperty('inset', `${Math.round(y)}px auto auto ${Math.round(x)}px`);
  });
}
