import { autoUpdate, computePosition, flip, offset, shift, size, type Placement } from '@floating-ui/dom';

const PLACEMENT = /^(top|right|bottom|left)(-start|-end)?$/;

/**
 * Keep the panel at the launcher, wherever that is, and inside the window. Loaded for pages that have moved the launcher
 * or ask for another placement.
 *
 * @param gap pixels from the launcher, and from the edge of the window
 * @returns releases the panel
 */
export function keepAtLauncher(
  panel: HTMLElement,
  launcher: HTMLElement,
  placement: string,
  gap: number,
): () => void {
  const stop = autoUpdate(launcher, panel, async () => {
    const { x, y } = await computePosition(launcher, panel, {
      strategy: 'fixed',
      placement: (PLACEMENT.test(placement) ? placement : 'top-end') as Placement,
      middleware: [
        offset(gap),
        flip({ padding: gap }),
        shift({ padding: gap }),
        size({
          padding: gap,
          apply: ({ availableHeight }) =>
            panel.style.setProperty('--_available-height', `${Math.floor(availableHeight)}px`),
        }),
      ],
    });
    panel.style.setProperty('inset', `${Math.round(y)}px auto auto ${Math.round(x)}px`);
  });
  return () => {
    stop();
    panel.style.removeProperty('inset');
    panel.style.removeProperty('--_available-height');
  };
}
