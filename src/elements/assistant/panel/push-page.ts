/** Least width of the page, in pixels. Below, the panel covers a part of it. */
const LEAST_PAGE_WIDTH = 480;
/** Width of the panel for the style sheets of the page, which may have elements at the edge of the window. */
const WIDTH_PROPERTY = '--docs-assistant-sidebar-width';

/**
 * Make the page end where a panel at its side begins, while there is room for both.
 *
 * @returns restores the width of the page
 */
export function pushPage(panel: HTMLElement): () => void {
  const { style } = document.documentElement;
  const before = { left: style.paddingLeft, right: style.paddingRight };
  const restore = (): void => {
    style.paddingLeft = before.left;
    style.paddingRight = before.right;
    style.removeProperty(WIDTH_PROPERTY);
  };
  const adapt = (): void => {
    restore();
    const { left, width } = panel.getBoundingClientRect();
    if (window.innerWidth - width < LEAST_PAGE_WIDTH) return;
    style.setProperty(left > 0 ? 'padding-right' : 'padding-left', `${width}px`);
    style.setProperty(WIDTH_PROPERTY, `${width}px`);
  };
  const observer = new ResizeObserver(adapt);
  observer.observe(panel);
  window.addEventListener('resize', adapt);
  // On paper there is no panel.
  window.addEventListener('beforeprint', restore);
  window.addEventListener('afterprint', adapt);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', adapt);
    window.removeEventListener('beforeprint', restore);
    window.removeEventListener('afterprint', adapt);
    restore();
  };
}
