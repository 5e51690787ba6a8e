import { resolveBase, resolvePage, staysOnPage } from '../../../protocol/address.ts';

/** Attributes of a link to a page of the site. */
export interface PageLink {
  readonly href: string;
  readonly target: '_self' | '_blank';
  readonly rel: string;
}

/** Create the link of a result or a source from its path; `null` if the path must not become a link. */
export function pageLink(
  path: string,
  host: { readonly linkBase: string; readonly linkTarget: 'self' | 'blank' },
): PageLink | null {
  const base = staysOnPage(path) ? location.href : resolveBase(host.linkBase, document.baseURI);
  const href = resolvePage(path, base);
  return href === null ? null : { href, target: `_${host.linkTarget}`, rel: 'noopener' };
}
