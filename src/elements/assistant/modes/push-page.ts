/** Smallest width that is left for the page, in pixels. If there is less, the panel covers a part of the page. */
const MIN_PAGE_WIDTH = 480;
/** Width of the panel, for the styles of elements that the page has at the edge of the window. */
const WIDTH_PROPERTY = '--docs-assistant-sidebar-width';

/**
 * Make the page narrower by the width of a panel at its side, while there is room for both.
 *
 * @returns a function that restores the width of the page
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
    if (window.innerWidth - width < MIN_PAGE_WIDTH) return;
    style.setProperty(left > 0 ? 'padding-right' : 'padding-left', `${width}px`);
    style.setProperty(WIDTH_PROPERTY, `${width}px`);
  };
  const observer = new ResizeObserver(adapt);
  observer.observe(panel);
  window.addEventListener('resize', adapt);
  // The panel is not printed.
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
