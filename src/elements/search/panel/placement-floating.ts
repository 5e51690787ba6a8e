import { autoUpdate, computePosition, flip, offset, shift, size } from '@floating-ui/dom';
import { GAP, widthFor } from './placement.ts';

/**
 * Keeps the results beside the box where there is room: above it, when there is more. Loaded for a box that stands low in
 * the window.
 *
 * @returns what lets the results go
 */
export function placeFloating(panel: HTMLElement, box: HTMLElement): () => void {
  return autoUpdate(box, panel, async () => {
    panel.style.setProperty('width', `${widthFor(box)}px`);
    // Measured as high as it would be: cut to the room on one side, it would seem to fit there.
    panel.style.removeProperty('max-height');
    const { x, y } = await computePosition(box, panel, {
      strategy: 'fixed',
      placement: 'bottom-start',
      middleware: [
        offset(GAP),
        flip({ padding: GAP, fallbackStrategy: 'bestFit' }),
        shift({ padding: GAP }),
        size({
          padding: GAP,
          apply: ({ availableHeight }) =>
            panel.style.setProperty('max-height', `${Math.floor(availableHeight)}px`),
        }),
      ],
    });
    panel.style.setProperty('inset', `${Math.round(y)}px auto auto ${Math.round(x)}px`);
  });
}
