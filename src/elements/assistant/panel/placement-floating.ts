import { autoUpdate, computePosition, flip, offset, shift, size, type Placement } from '@floating-ui/dom';
import { GAP } from './placement.ts';

const PLACEMENT = /^(top|right|bottom|left)(-start|-end)?$/;

/**
 * Keeps the panel at the launcher, wherever that stands, and inside the window. Loaded for pages that have moved the
 * launcher or ask for another placement.
 *
 * @returns what lets the panel go
 */
export function keepAtLauncher(panel: HTMLElement, launcher: HTMLElement, placement: string): () => void {
  const stop = autoUpdate(launcher, panel, async () => {
    const { x, y } = await computePosition(launcher, panel, {
      strategy: 'fixed',
      placement: (PLACEMENT.test(placement) ? placement : 'top-end') as Placement,
      middleware: [
        offset(GAP),
        flip({ padding: GAP }),
        shift({ padding: GAP }),
        size({
          padding: GAP,
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
