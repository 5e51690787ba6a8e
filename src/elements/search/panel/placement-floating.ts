import { keepBeside } from '../../shared/dom/floating.ts';

/**
 * Keep the panel below the box, or above it if there is more room. Loaded for a box that is low in the window.
 *
 * @returns a function that stops it
 */
export function placeFloating(
  panel: HTMLElement,
  box: HTMLElement,
  { gap, readWidth }: { gap: number; readWidth: () => number },
): () => void {
  const { style } = panel;
  return keepBeside(box, panel, {
    placement: 'bottom-start',
    gap,
    prepare() {
      style.setProperty('width', `${readWidth()}px`);
      // Measure the full height: a panel that is limited to the room on one side would seem to fit there.
      style.removeProperty('max-height');
    },
    setMaxHeight: (pixels) => style.setProperty('max-height', `${pixels}px`),
    move: (x, y) => style.setProperty('inset', `${Math.round(y)}px auto auto ${Math.round(x)}px`),
  });
}
