import { createElement } from '../dom/create-element.ts';

/** Text directive of an address: the browser finds the text when it loads a page, routers take it for a part of an id. */
const TEXT_DIRECTIVE = /#?:~:.*$/;

/** Globals of routers that have no listener for links: only components of their own call them. An element with such an id has the name, too. */
interface RouterGlobals {
  readonly next?: { readonly router?: { readonly push?: (url: string) => void } };
  readonly docusaurus?: { readonly preload?: (path: string) => unknown };
}

/** Milliseconds in which a page must arrive to be shown by the router; else the browser loads it. */
const CHECK_MILLISECONDS = 3_000;

/** Address of the last link that was followed. It supersedes an earlier one that is still being checked. */
let latest = '';

/** Open a page by the router of this page, where it has one; else the browser loads it. */
export async function openInPage(url: string): Promise<void> {
  const page = url.replace(TEXT_DIRECTIVE, '');
  if (await navigate(page)) return;
  // No `target`: routers leave alone what has one.
  const link = createElement('a', { href: page, hidden: true, ariaHidden: 'true', tabIndex: -1 });
  document.body.append(link);
  // No router has taken the click by then, so that the browser follows it.
  window.addEventListener('click', () => (link.href = url), { once: true });
  link.click();
  link.remove();
}

/** Call a router that has no listener for links. @returns `false` where there is none, or where the browser has to load the page */
async function navigate(url: string): Promise<boolean> {
  const { next, docusaurus } = window as RouterGlobals;
  latest = url;
  if (typeof next?.router?.push === 'function') {
    next.router.push(url);
    return true;
  }
  if (typeof docusaurus?.preload !== 'function') return false;
  // Load what the page needs while its address is checked.
  docusaurus.preload(new URL(url).pathname);
  const isKnown = await isOfSameBuild(url);
  if (latest !== url) return true;
  // With its menu open on a small screen, Docusaurus takes the event for the back button and closes the menu instead.
  if (!isKnown || document.querySelector('.navbar-sidebar--show')) return false;
  // Its router is private, but follows the history of the browser.
  history.pushState(null, '', url);
  dispatchEvent(new PopStateEvent('popstate'));
  return true;
}

/**
 * Whether a page starts the same build of Docusaurus that runs here. Each language of a site is a build of its own, which
 * shows "Page Not Found" for pages of the others, for files, and for pages that are newer than itself.
 */
async function isOfSameBuild(url: string): Promise<boolean> {
  // The runtime of webpack, whose file name is a hash of the whole build.
  const runtime = document.querySelector('script[src*="/runtime~main."]')?.getAttribute('src');
  if (!runtime) return false;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(CHECK_MILLISECONDS) });
    return response.ok && (await response.text()).includes(runtime);
  } catch {
    return false;
  }
}
