import { resolveBase, resolvePage, staysOnPage } from '../../../protocol/address.ts';

/** What the attributes of a link to a page of the site are set to. */
export interface PageLink {
  readonly href: string;
  readonly target: '_self' | '_blank';
  readonly rel: string;
}

/** Makes the link for the path of a result or a source; `null` when that path must not become one. */
export function pageLink(
  path: string,
  host: { readonly linkBase: string; readonly linkTarget: 'self' | 'blank' },
): PageLink | null {
  const base = staysOnPage(path) ? location.href : resolveBase(host.linkBase, document.baseURI);
  const href = resolvePage(path, base);
  return href === null ? null : { href, target: `_${host.linkTarget}`, rel: 'noopener' };
}

/** Parts of an address that tell pages with equal titles apart: the path, and the host where it is another one than the page's. */
export function shortAddress(href: string): { readonly host: string; readonly path: string } {
  const { origin, host, pathname } = new URL(href);
  return { host: origin === location.origin ? '' : host, path: pathname.replace(/(.)\/$/, '$1') };
}
