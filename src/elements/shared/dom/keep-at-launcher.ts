import { keepBeside, type Placement } from './floating.ts';

const PLACEMENT = /^(top|right|bottom|left)(-start|-end)?$/;

/**
 * Keep the panel at the launcher, wherever that is, and inside the window. Loaded for another placement, for a launcher that
 * the page has moved, and where there is too little room.
 *
 * @param gap pixels from the launcher, and from the edge of the window
 * @returns a function that stops it
 */
export function keepAtLauncher(
  panel: HTMLElement,
  launcher: HTMLElement,
  placement: string,
  gap: number,
): () => void {
  const { style } = panel;
  const stop = keepBeside(launcher, panel, {
    placement: (PLACEMENT.test(placement) ? placement : 'top-end') as Placement,
    gap,
    setMaxHeight: (pixels) => style.setProperty('--_available-height', `${pixels}px`),
    move: (x, y) => style.setProperty('inset', `${Math.round(y)}px auto auto ${Math.round(x)}px`),
  });
  return () => {
    stop();
    style.removeProperty('inset');
    style.removeProperty('--_available-height');
  };
}
