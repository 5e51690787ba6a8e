import {
  autoUpdate,
  computePosition,
  flip,
  offset,
  shift,
  size,
  type Placement,
  type ReferenceElement,
} from '@floating-ui/dom';

export type { Placement, ReferenceElement };

export interface FloatingOptions {
  /** Side of the reference, and alignment along it. The opposite side is used where it has more room. */
  readonly placement: Placement;
  /** Pixels between both, and to the edges of the window. */
  readonly gap: number;
  /** Whether the element is within the reference, and stays at that side. */
  readonly isInside?: boolean;
  /** Prepare the element for being measured. */
  readonly prepare?: () => void;
  /** Limit the height of the element, in whole pixels. */
  readonly setMaxHeight?: (pixels: number) => void;
  /** Move the element to a place in the window. */
  readonly move: (x: number, y: number) => void;
}

/**
 * Keep a fixed element beside another one and inside the window, with floating-ui. Import it in late groups only: the
 * library is 6 kB.
 *
 * @returns a function that stops it
 */
export function keepBeside(
  reference: ReferenceElement,
  element: HTMLElement,
  { placement, gap, isInside = false, prepare, setMaxHeight, move }: FloatingOptions,
): () => void {
  const middleware = [
    offset(({ rects }) => (isInside ? -rects.floating.height - gap : gap)),
    !isInside && flip({ padding: gap }),
    shift({ padding: gap }),
    setMaxHeight &&
      size({ padding: gap, apply: ({ availableHeight }) => setMaxHeight(Math.floor(availableHeight)) }),
  ];
  // With the `zoom` of the page it would be larger than the window, and elsewhere.
  element.style.setProperty('zoom', `${1 / (element.parentElement?.currentCSSZoom ?? 1)}`);
  return autoUpdate(reference, element, async () => {
    prepare?.();
    const { x, y } = await computePosition(reference, element, { strategy: 'fixed', placement, middleware });
    move(x, y);
  });
}
