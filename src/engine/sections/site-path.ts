/** Extensions of page addresses. */
export const PAGE_ENDING = /\.(?:mdx?|markdown|mdoc|html?)$/i;
/** Names of the page of a folder. `README` is one on code hosts. */
const FOLDER_PAGE = /(?:^|\/)(?:index|readme)$/i;

/** Return `guides` for `guides/index` and `guides/README`. */
export function withoutFolderPage(path: string): string {
  return path.replace(FOLDER_PAGE, '');
}

/** Normalise an address of a page: its path without slashes around, extension and `index`. */
export function pageKey(path: string): string {
  return withoutFolderPage(path.replace(/^\/+|\/+$/g, '').replace(PAGE_ENDING, ''));
}

/** Percent-encode a site path, so that the address leads to the file of that name on any server. */
export function encodePath(path: string): string {
  return encodeURI(path.toWellFormed()).replace(/[?#:]/g, encodeURIComponent);
}

/** Decode a path of an address. A path with invalid escapes is returned unchanged. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Return a site path as a relative reference, to be resolved against the root of the site's pages.
 *
 * @param rest query and fragment
 */
export function siteReference(path: string, rest = ''): string {
  return relativeReference(encodePath(path)) + rest;
}

/**
 * Return an address that is relative to the root of the host. The dot segment has no meaning for a URL parser (RFC 3986, 5.2.4);
 * without it, the elements would prepend `link-base`.
 */
export function hostReference(address: string): string {
  return `/.${address}`;
}

/** Turn an encoded path into a reference that cannot be taken for a scheme, a query, a fragment or the root (RFC 3986, 4.2). */
export function relativeReference(path: string): string {
  return path === '' || /^[^/]*:|^\//.test(path) ? `./${path}` : path;
}
