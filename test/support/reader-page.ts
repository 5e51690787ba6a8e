import '../../src/index.ts';
import type { ReaderSetup, RouterName } from './reader-frame.ts';

/** How routers look for the link of a click, and what they leave alone; read in their sources. */
const ROUTERS: Readonly<Record<RouterName, () => void>> = {
  // VitePress 1: `client/app/router.js`
  window: () => listen(window, true, ({ target }) => closestLink(target, 'target')),
  // Material for MkDocs: `integrations/instant`
  body: () => listen(document.body, false, ({ target }) => closestLink(target, 'target')),
  // Astro 6 (`ClientRouter.astro`) and Turbo 8 (`LinkClickObserver`)
  path: () => listen(document, false, (event) => closestLink(event.composedPath()[0] ?? null)),
  // Next.js: only its own component, and a global.
  global: () =>
    Object.assign(window, { next: { router: { push: (href: string) => go(new URL(href, location.href)) } } }),
  // Docusaurus 3 (`history` 4): only its own component, and the history of the browser.
  history() {
    Object.assign(window, { docusaurus: { preload: () => {} } });
    addEventListener('popstate', () => show(location));
  },
};

const { attributes, router, search } = JSON.parse(window.name) as ReaderSetup;
if (router) ROUTERS[router]();
Object.assign(window, { run: (path: string) => import(path) });
for (const type of ['docs-assistant-show', 'focusin', 'animationstart'])
  document.addEventListener(type, () => (document.documentElement.dataset.events += ` ${type}`), true);
for (const [name, given] of [
  ['docs-assistant', attributes],
  ['docs-search', search],
] as const) {
  if (given === undefined) continue;
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(given)) element.setAttribute(attribute, value);
  document.body.append(element);
}

function listen(target: EventTarget, capture: boolean, find: (event: MouseEvent) => Element | null): void {
  const handle = (event: Event): void => {
    const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event as MouseEvent;
    const link = find(event as MouseEvent);
    const isModified = button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
    if (defaultPrevented || isModified || !(link instanceof HTMLAnchorElement)) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin) return;
    event.preventDefault();
    go(url);
  };
  target.addEventListener('click', handle, { capture });
}

function closestLink(target: EventTarget | null, unless = 'download'): Element | null {
  const link = target instanceof Element ? target.closest('a') : null;
  return link?.hasAttribute(unless) ? null : link;
}

/** Shows another page of the site without loading one. */
function go(url: URL): void {
  history.pushState(null, '', url);
  show(url);
}

function show({ href, hash }: URL | Location): void {
  document.documentElement.dataset.routes += ` ${href.replace(location.origin, '')}`;
  document.querySelector(hash || 'main')?.scrollIntoView();
}
