import {
  decodePath,
  encodePath,
  hostReference,
  relativeReference,
  siteReference,
  withoutFolderPage,
} from '../../engine/sections/site-path.ts';
import { htmlPath, withoutEnding } from './page-path.ts';

/** Addresses of pages, for links of Markdown. */
export interface LinkTargets {
  /** Return the site path of a Markdown file, named with or without extension; `undefined` if there is none. */
  addressOf(path: string): string | undefined;
  /** Return the site path of the page that a relative link of a file leads to on the site, where that is elsewhere than the file; `undefined` if there is none. */
  addressBeside?(file: string, target: string): string | undefined;
  /** Return the site path of an address from the root of the host; `undefined` for an unknown page. */
  pathAt(address: string): string | undefined;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** A link with neither host nor path. */
const OWN_PAGE = /^(?:[?#]|$)/;
const WEB_SCHEME = /^https?:$/;
const LINK_SCHEME = /^(?:https?|mailto):/i;
/** Placeholder for the host of the site. */
const SITE = 'http://site.invalid';
/** Placeholder for the folder of a built site on its host while it is unknown, so that `/x` and `x` remain different. */
const UNKNOWN_BASE = `${SITE}/~unknown-base~/`;

/**
 * Resolve a link of a Markdown page so that it still works where its text is quoted. An address from the root is kept if it is
 * not a known page.
 *
 * @returns a relative reference for a page of the documentation; `undefined` for a link with an unsupported scheme
 */
export function resolveDocsLink(
  url: string,
  page: { file: string; path: string },
  targets: LinkTargets,
): string | undefined {
  if (url.startsWith(REFERENCE_SCHEME))
    return resolveReference(url.slice(REFERENCE_SCHEME.length), page, targets);
  if (SCHEME.test(url) || url.startsWith('//')) return externalLink(url);
  const resolved = URL.parse(url, fileUrl(page.file));
  if (resolved === null) return undefined;
  const { pathname, search, hash } = resolved;
  if (OWN_PAGE.test(url)) return siteReference(page.path, search + hash);
  const isFromRoot = url.startsWith('/');
  const path = decodePath(pathname);
  // A translation links to the next one, as its site does.
  const known = isFromRoot
    ? targets.pathAt(path)
    : (targets.addressBeside?.(page.file, url) ?? targets.addressOf(path.slice(1)));
  if (known !== undefined) return siteReference(known, search + hash);
  return (isFromRoot ? pathname : relativeReference(withoutFolderPage(pathname.slice(1)))) + search + hash;
}

/** Scheme of a link to a page by its file, which the generator looks for: `{{< ref "x.md" >}}`. */
export const REFERENCE_SCHEME = 'docs-reference:';

/** Resolve the path of a file that its generator would look for; `undefined` when it is none of the documentation. */
function resolveReference(
  reference: string,
  page: { file: string; path: string },
  targets: LinkTargets,
): string | undefined {
  const [target = '', ...fragment] = reference.split('#');
  const hash = fragment.length === 0 ? '' : `#${fragment.join('#')}`;
  if (target === '') return hash === '' ? undefined : siteReference(page.path, hash);
  const known = [joinPath(page.file, target), decodePath(target).replace(/^\/+/, '')]
    .map((path) => targets.addressOf(withoutEnding(path)))
    .find((address) => address !== undefined);
  return known === undefined ? undefined : siteReference(known, hash);
}

/**
 * Resolve a link of a built page so that it still works where its text is quoted.
 *
 * @param page.base `<base href>` of the page
 * @param siteBase address of the root of the site's pages; `null`: unknown
 * @returns a relative reference inside the documentation, a reference from the root of the host outside; `undefined` for a link
 * with an unsupported scheme
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

/** Return the path of a relative link in a file, decoded, from the root of the documentation. */
export function joinPath(file: string, target: string): string {
  return decodePath(URL.parse(target, fileUrl(file))?.pathname.slice(1) ?? '');
}

function fileUrl(file: string): string {
  return `${SITE}/${encodePath(file)}`;
}

/** Return an address with a scheme or a host unchanged. */
function externalLink(url: string): string | undefined {
  const address = url.startsWith('//') ? `https:${url}` : url;
  return LINK_SCHEME.test(address) ? address : undefined;
}
