/** Whether a click follows a link to this origin, rather than opening it elsewhere. */
export function isPlainClick(event: MouseEvent, url: string): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  const opensElsewhere = button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
  return !opensElsewhere && !defaultPrevented && new URL(url, location.href).origin === location.origin;
}

/**
 * Hand a click on a link of a shadow tree to the router of the page, which looks for `event.target.closest('a')` and
 * finds the custom element instead. A click that the page handles, by `composedPath()`, is left alone; one that is not
 * handled loads the page as usual.
 */
export function handToRouter(event: MouseEvent, url: string): void {
  if (!isPlainClick(event, url)) return;
  // The last listener of all, so that the page can handle the click first.
  window.addEventListener(
    'click',
    (last) => {
      if (last !== event || event.defaultPrevented) return;
      event.preventDefault();
      void import('./page-router.ts').then(
        ({ openInPage }) => openInPage(url),
        () => location.assign(url),
      );
    },
    { once: true },
  );
}
