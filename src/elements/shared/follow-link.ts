import { createElement } from './create-element.ts';
import type { RouterGlobals } from './page-router.ts';

/** Text directive of an address: the browser finds the text when it loads a page, routers take it for a part of an id. */
const TEXT_DIRECTIVE = /#?:~:.*$/;

/** Whether a click follows a link to this origin, rather than opening it elsewhere. */
export function isPlainClick(event: MouseEvent, url: string): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  const opensElsewhere = button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
  return !opensElsewhere && !defaultPrevented && new URL(url, location.href).origin === location.origin;
}

/**
 * Hand a click on a link of a shadow tree to the router of the page, which looks for `event.target.closest('a')` and
 * finds the custom element instead. A click that the page takes by itself, by `composedPath()`, is left alone; one that
 * nobody takes loads the page as usual.
 */
export function handToRouter(event: MouseEvent, url: string): void {
  if (!isPlainClick(event, url)) return;
  // The last listener of all, so that everybody had a chance to take the click itself.
  window.addEventListener(
    'click',
    (last) => {
      if (last !== event || event.defaultPrevented) return;
      event.preventDefault();
      void clickInPage(url);
    },
    { once: true },
  );
}

/** Call a router that has no listener for links, or else click a link to this address in the page's own tree. */
async function clickInPage(url: string): Promise<void> {
  const page = url.replace(TEXT_DIRECTIVE, '');
  const { next, docusaurus } = window as RouterGlobals;
  if (next?.router || docusaurus?.preload) {
    const isShown = await import('./page-router.ts')
      .then(({ navigate }) => navigate(page))
      .catch(() => false);
    if (isShown) return;
  }
  // No `target`: routers leave alone what has one.
  const link = createElement('a', { href: page, hidden: true, ariaHidden: 'true', tabIndex: -1 });
  document.body.append(link);
  // Nobody has taken it by now, so that the browser follows it.
  window.addEventListener('click', () => (link.href = url), { once: true });
  link.click();
  link.remove();
}
