import { withoutFolderPage } from './addresses/address-rule.ts';
import { decodePath, encodePath, htmlPath } from './page-path.ts';

/** Addresses of the pages that links of Markdown lead to. */
export interface LinkTargets {
  /** Return the site path of a Markdown file, named with or without its ending; `undefined`: there is none. */
  addressOf(path: string): string | undefined;
  /** Return the site path of an address from the root of the host; `undefined`: no page is known there. */
  pathAt(address: string): string | undefined;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** A link with neither host nor path. */
const OWN_PAGE = /^(?:[?#]|$)/;
const WEB_SCHEME = /^https?:$/;
const LINK_SCHEME = /^(?:https?|mailto):/i;
/** Stands for the host of the site. */
const SITE = 'http://site.invalid';
/** Stands for the folder of the host that a built site is in where it is not known, so that `/x` is told from `x`. */
const UNKNOWN_BASE = `${SITE}/~unknown-base~/`;

/**
 * Write a site path as a relative reference, to be resolved against the address below which the pages of the site are.
 *
 * @param rest Query and fragment, as they stand in an address.
 */
export function siteReference(path: string, rest = ''): string {
  return relativeReference(encodePath(path)) + rest;
}

/**
 * Write an address that counts from the root of the host, wherever the documentation is. The dot segment means nothing to a URL
 * parser (RFC 3986, 5.2.4); without it, the elements put `link-base` in front.
 */
export function hostReference(address: string): string {
  return `/.${address}`;
}

/**
 * Resolve a link of a Markdown page so that it still works where its text is quoted. An address from the root stays as it is written
 * where it is not known to be one of the site's pages.
 *
 * @returns a relative reference for a page of the documentation; `undefined` for a link that is no web address
 */
export function resolveLink(
  url: string,
  page: { file: string; path: string },
  targets: LinkTargets,
): string | undefined {
  if (SCHEME.test(url) || url.startsWith('//')) return externalLink(url);
  const resolved = URL.parse(url, fileUrl(page.file));
  if (resolved === null) return undefined;
  const { pathname, search, hash } = resolved;
  if (OWN_PAGE.test(url)) return siteReference(page.path, search + hash);
  const isFromRoot = url.startsWith('/');
  const path = decodePath(pathname);
  const known = isFromRoot ? targets.pathAt(path) : targets.addressOf(path.slice(1));
  if (known !== undefined) return siteReference(known, search + hash);
  return (isFromRoot ? pathname : relativeReference(withoutFolderPage(pathname.slice(1)))) + search + hash;
}

/**
 * Resolve a link of a built page so that it still works where its text is quoted.
 *
 * @param page.base `<base href>` of the page
 * @param siteBase Address below which the pages of the site are; `null`: not known
 * @returns a relative reference inside the documentation, a reference from the root of the host outside; `undefined` for a link
 *   that is no web address
 */
export function resolveHtmlLink(
  url: string,
  page: { file: string; path: string; base: string | undefined },
  siteBase: string | null,
): string | undefined {
  if (SCHEME.test(url) || url.startsWith('//')) return externalLink(url);
  if (page.base === undefined && OWN_PAGE.test(url)) return siteReference(page.path, url);
  const root = new URL(siteBase ?? UNKNOWN_BASE);
  const own = new URL(encodePath(htmlPath(page.file)), root).href;
  const given = page.base === undefined ? null : URL.parse(page.base, own);
  const resolved = URL.parse(url, given !== null && WEB_SCHEME.test(given.protocol) ? given.href : own);
  if (resolved === null) return undefined;
  const { origin, pathname, search, hash } = resolved;
  if (origin !== root.origin) return resolved.href;
  if (!`${pathname}/`.startsWith(root.pathname)) return hostReference(pathname) + search + hash;
  return relativeReference(pathname.slice(root.pathname.length)) + search + hash;
}

/** Return the path that a relative link of a file leads to, decoded, from the root of the documentation. */
export function joinPath(file: string, target: string): string {
  return decodePath(URL.parse(target, fileUrl(file))?.pathname.slice(1) ?? '');
}

function fileUrl(file: string): string {
  return `${SITE}/${encodePath(file)}`;
}

/** An address with a scheme or a host stays as it is. */
function externalLink(url: string): string | undefined {
  const address = url.startsWith('//') ? `https:${url}` : url;
  return LINK_SCHEME.test(address) ? address : undefined;
}

/** Make an encoded path a reference that is never taken for a scheme, a query, a fragment or the root (RFC 3986, 4.2). */
function relativeReference(path: string): string {
  return path === '' || /^[^/]*:|^\//.test(path) ? `./${path}` : path;
}
