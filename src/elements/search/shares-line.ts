/** Direction, display and columns of a flex row, or of a grid with columns. */
const LINE = /^row\S* \S*flex|grid \S+ ./;

/**
 * Return whether an element stands beside others, as in a header: it, or a wrapper around it alone, is an item of a flex row or of a grid
 * with columns. What is above a landmark is the layout of the page.
 *
 * @param depth how far up a wrapper may be the item
 */
export function sharesLine({ parentElement }: Element, depth = 3): boolean {
  if (!parentElement || depth === 0) return false;
  const { flexDirection, display, gridTemplateColumns } = getComputedStyle(parentElement);
  if (parentElement.childElementCount > 1 && LINE.test(`${flexDirection} ${display} ${gridTemplateColumns}`))
    return true;
  return !parentElement.matches('header, nav, aside, main') && sharesLine(parentElement, depth - 1);
}
