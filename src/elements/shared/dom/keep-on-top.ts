/**
 * With any other value than {@link HARMLESS} an ancestor may be what an element is fixed to, clip it, or keep it below
 * other parts of the page: CSS Positioned Layout 3 (2.1) and the lists of stacking contexts that follow it.
 */
const PROPERTIES =
  'transform translate rotate scale perspective filter backdropFilter clipPath maskImage mixBlendMode isolation contain containerType contentVisibility willChange opacity zIndex viewTransitionName'.split(
    ' ',
  ) as 'opacity'[];
const HARMLESS = /^(none|normal|auto|visible|1)$/;

/**
 * Keep an element with `position: fixed` at its place in the window and above the page, also where an ancestor would
 * hold, clip or cover it: there it is moved to the browser's top layer. Elsewhere its `z-index` decides, and an element
 * that the page has put into its own layout stays there.
 *
 * @param signal stops it
 */
export function keepOnTop(element: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return;
  const check = (): void => {
    const isWanted =
      element.getClientRects().length > 0 &&
      getComputedStyle(element).position === 'fixed' &&
      hasContainingAncestor(element);
    if (isWanted === element.matches(':popover-open')) return;
    // WebKit finds out what an element is fixed to only when the element begins to be drawn.
    element.style.display = 'none';
    element.getClientRects();
    element.popover = isWanted ? 'manual' : null;
    if (isWanted) element.showPopover();
    element.style.display = '';
  };
  // When a style sheet, a class or a dialog around it moves, shows or hides it.
  const observer = new IntersectionObserver(check, { threshold: [0, 1] });
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
  for (const type of ['load', 'resize']) window.addEventListener(type, check, { signal });
  check();
}

function hasContainingAncestor(element: Element): boolean {
  const ancestor =
    element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as ShadowRoot).host;
  if (!ancestor || ancestor === document.documentElement) return false;
  const style = getComputedStyle(ancestor);
  const holds =
    /fixed|sticky/.test(style.position) ||
    PROPERTIES.some((name) => style[name] && !HARMLESS.test(style[name]));
  return (holds && style.display !== 'contents') || hasContainingAncestor(ancestor);
}
