/** Globals of routers that have no listener for links: only components of their own call them. */
export interface RouterGlobals {
  readonly next?: { readonly router?: { readonly push?: (url: string) => void } };
  readonly docusaurus?: { readonly preload?: (path: string) => unknown };
}

/** Milliseconds in which a page must arrive to be shown by the router; else the browser loads it. */
const CHECK_MILLISECONDS = 3_000;

/** Address of the last link that was followed, before which an earlier one gives way. */
let latest = '';

/** Show a page of the site by its router. @returns `false` where the browser has to load it */
export async function navigate(url: string): Promise<boolean> {
  const { next, docusaurus } = window as RouterGlobals;
  latest = url;
  if (next?.router?.push) {
    next.router.push(url);
    return true;
  }
  // Load what the page needs while its address is checked.
  docusaurus?.preload?.(new URL(url).pathname);
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
