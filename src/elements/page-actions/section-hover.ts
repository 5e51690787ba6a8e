import type * as Floating from '../shared/dom/floating.ts';
import type { Lazy } from '../shared/lazy.ts';
import { HEADINGS } from '../shared/page/headings.ts';
import { readSection, type TextSection } from './page-sections.ts';

/** Milliseconds for which the button stays when the pointer leaves the heading: it may be on its way to the button. */
const LEAVING_TIME = 300;
const GAP = 8;

/** The part of the element that shows the button. */
interface HoverHost {
  readonly withoutSections: boolean;
  readonly floating: Lazy<typeof Floating>;
  /** Draw the button for a section, or none. @returns the button */
  showSection(section: TextSection | null): Promise<HTMLElement | null>;
}

/**
 * Show a button beside the heading that a mouse points at, in the top layer, so that nothing of the page changes. Fingers and keyboards
 * have the list of sections in the menu.
 *
 * @param signal ends it
 */
export function watchHeadings(host: HoverHost, signal: AbortSignal): void {
  let shown: TextSection | null = null;
  let stop = (): void => {};
  let timer = 0;
  const show = async (section: TextSection | null): Promise<void> => {
    clearTimeout(timer);
    if (section?.heading === shown?.heading) return;
    stop();
    stop = () => {};
    shown = section;
    const [button, floating] = await Promise.all([
      host.showSection(section),
      section && host.floating.load(),
    ]);
    if (shown !== section || !section || !button || !floating || !button.isConnected) return;
    button.showPopover();
    const stopMoving = floating.keepBeside(endOf(section.heading), button, {
      placement: getComputedStyle(section.heading).direction === 'rtl' ? 'left' : 'right',
      gap: GAP,
      move: (x, y) => button.style.setProperty('inset', `${Math.round(y)}px auto auto ${Math.round(x)}px`),
    });
    stop = () => {
      stopMoving();
      if (button.isConnected) button.hidePopover();
    };
  };
  const handlePointer = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || host.withoutSections) return;
    const path = event.composedPath();
    // On the button itself nothing changes.
    if (path.some((node) => node instanceof Element && node.matches('.section'))) return clearTimeout(timer);
    const heading = path.find((node): node is Element => node instanceof Element && node.matches(HEADINGS));
    const section = heading ? readSection(heading) : null;
    clearTimeout(timer);
    if (section) void show(section);
    else if (shown) timer = window.setTimeout(() => void show(null), LEAVING_TIME);
  };
  document.addEventListener('pointerover', handlePointer, { signal });
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') void show(null);
    },
    { signal },
  );
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    stop();
  });
}

/** The end of the last line of a heading, with the link that its generator may have put there. */
function endOf(heading: Element) {
  const range = new Range();
  range.selectNodeContents(heading);
  return {
    getBoundingClientRect: () => [...range.getClientRects()].at(-1) ?? heading.getBoundingClientRect(),
    contextElement: heading,
  };
}
