/** Return what distinguishes pages with equal titles: the path, and the host if it is not the page's. */
export function shortAddress(href: string): { readonly host: string; readonly path: string } {
  const { origin, host, pathname } = new URL(href);
  return { host: origin === location.origin ? '' : host, path: pathname.replace(/(.)\/$/, '$1') };
}
