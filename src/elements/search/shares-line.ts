/** How far up a wrapper may be the item of a line. */
const MAX_DEPTH = 3;

/**
 * Return whether an element stands beside others, as in a header: it, or a wrapper around it alone, is an item of a flex row or of a grid
 * with columns. What is above a landmark is the layout of the page.
 */
export function sharesLine(element: Element): boolean {
  let node = element.parentElement;
  for (let depth = 0; node && depth < MAX_DEPTH; depth++) {
    const { display, flexDirection, gridTemplateColumns } = getComputedStyle(node);
    const isLine = display.endsWith('flex')
      ? flexDirection.startsWith('row')
      : display.endsWith('grid') && gridTemplateColumns.includes(' ');
    if (isLine && node.childElementCount > 1) return true;
    if (node.matches('header, nav, aside, main')) return false;
    node = node.parentElement;
  }
  return false;
}
