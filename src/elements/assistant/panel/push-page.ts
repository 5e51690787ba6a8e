/** Narrower than this, in pixels, the page is not made: the panel covers a part of it then. */
const LEAST_PAGE_WIDTH = 480;
/** Tells the style sheets of the page how much of the window the panel takes, for what is fixed to its edge. */
const WIDTH_PROPERTY = '--docs-assistant-sidebar-width';

/**
 * Has the page end where a panel at the side begins, for as long as there is room for both.
 *
 * @returns what gives the page its width back
 */
export function pushPage(panel: HTMLElement): () => void {
  const { style } = document.documentElement;
  const before = { left: style.paddingLeft, right: style.paddingRight };
  const restore = (): void => {
    style.paddingLeft = before.left;
    style.paddingRight = before.right;
    style.removeProperty(WIDTH_PROPERTY);
  };
  const follow = (): void => {
    restore();
    const { left, width } = panel.getBoundingClientRect();
    if (window.innerWidth - width < LEAST_PAGE_WIDTH) return;
    style.setProperty(left > 0 ? 'padding-right' : 'padding-left', `${width}px`);
    style.setProperty(WIDTH_PROPERTY, `${width}px`);
  };
  const observer = new ResizeObserver(follow);
  observer.observe(panel);
  window.addEventListener('resize', follow);
  // On paper there is no panel.
  window.addEventListener('beforeprint', restore);
  window.addEventListener('afterprint', follow);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', follow);
    window.removeEventListener('beforeprint', restore);
    window.removeEventListener('afterprint', follow);
    restore();
  };
}
