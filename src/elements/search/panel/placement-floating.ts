import { autoUpdate, computePosition, flip, offset, shift, size } from '@floating-ui/dom';

/**
 * Keep the panel beside the box where there is room: above it, when there is more there. Loaded for a box that is low in
 * the window.
 *
 * @returns a function that ends it
 */
export function placeFloating(
  panel: HTMLElement,
  box: HTMLElement,
  { gap, readWidth }: { gap: number; readWidth: () => number },
): () => void {
  return autoUpdate(box, panel, async () => {
    panel.style.setProperty('width', `${readWidth()}px`);
    // Measure the full height: a panel cut to the room on one side would seem to fit there.
    panel.style.removeProperty('max-height');
    const { x, y } = await computePosition(box, panel, {
      strategy: 'fixed',
      placement: 'bottom-start',
      middleware: [
        offset(gap),
        flip({ padding: gap, fallbackStrategy: 'bestFit' }),
        shift({ padding: gap }),
        size({
          padding: gap,
          apply: ({ availableHeight }) =>
            panel.style.setProperty('max-height', `${Math.floor(availableHeight)}px`),
        }),
      ],
    });
    panel.style.setProperty('inset', `${Math.round(y)}px auto auto ${Math.round(x)}px`);
  });
}
