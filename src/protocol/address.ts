/**
 * The one place that decides whether an address may become a link or an image. Addresses come from model text, stream
 * parts and search results: strangers all.
 */

const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:']);
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
/** Maximum length of an address that is looked at: what browsers and servers still carry. */
const MAX_ADDRESS_LENGTH = 8192;

/**
 * Check a link target found in text and resolve it against `base`, the page's address.
 *
 * @returns the resolved address, or `null` when it must not become a link: a scheme other than http, https and mailto,
 *   user info (`https://bank@evil`), control or direction characters, a protocol-relative address, or no address at all
 */
export function resolveLink(target: string, base: string): string | null {
  // As CommonMark writes it. Browsers take a bare one for a slash, so that `/\host` would lead to another site.
  const encoded = target.trim().replaceAll('\\', '%5C');
  if (encoded === '' || encoded.length > MAX_ADDRESS_LENGTH) return null;
  if (CONTROL_CHARACTERS.test(encoded) || encoded.startsWith('//')) return null;
  const url = URL.parse(encoded, base);
  if (url === null || !LINK_SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '')
    return null;
  return url.href;
}

/** Whether a link stays on its page: it has only a fragment, or only a query. */
export function staysOnPage(target: string): boolean {
  return /^\s*[#?]/.test(target);
}

/**
 * Resolve `linkBase`, the address below which the site's pages are, against the address of the page. `/docs` means the
 * same as `/docs/`; a file (`/docs/index.html`) stands for its folder. An empty or unusable one means the page itself.
 */
export function resolveBase(linkBase: string, page: string): string {
  const resolved = linkBase.trim() === '' ? null : resolveLink(linkBase, page);
  if (resolved === null) return page;
  const url = new URL(resolved);
  if (!/\/$|\.html?$/i.test(url.pathname)) url.pathname += '/';
  return url.href;
}

/**
 * Resolve the path of a page as search results and sources name it (`v6/en/guides/middleware`, `/guides/index`, or an
 * absolute http address) against `linkBase`, the {@link resolveBase resolved} address below which the site's pages are.
 *
 * @returns an http or https address, or `null` when the path must not become a link
 */
export function resolvePage(path: string, linkBase: string): string | null {
  const absolute = /^https?:/i.test(path);
  if (!absolute && /^[a-z][a-z\d+.-]*:/i.test(path)) return null;
  const target =
    absolute || staysOnPage(path)
      ? path
      : './' + path.replace(/^\/+/, '').replace(/(^|\/)index(?=$|[?#])/, '$1');
  if (/^[\\/]{2}/.test(path)) return null;
  const resolved = resolveLink(target, linkBase);
  return resolved !== null && /^https?:/.test(resolved) ? resolved : null;
}
