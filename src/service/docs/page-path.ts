import { withoutFolderPage } from './addresses/address-rule.ts';
import { MAX_PATH_LENGTH } from './docs-limits.ts';

const MARKDOWN_ENDING = /\.mdx?$/i;
const HTML_ENDING = /\.html?$/i;
const FOLDER_INDEX = /(^|\/)index\.html?$/i;

/** Path of a Markdown file without its ending: `v6/en/guides/middleware` for `v6/en/guides/middleware.mdx`. */
export function withoutEnding(file: string): string {
  return file.replace(MARKDOWN_ENDING, '');
}

/**
 * Site path of a Markdown page by default, without leading or trailing slash: `v6/en/guides/middleware`, with `index` cut off;
 * empty for the front page.
 */
export function filePath(file: string): string {
  return withoutFolderPage(withoutEnding(file));
}

/** Site path of a built page, as a file server answers it: `guide/intro.html`, `guide/` for the `index.html` in it. */
export function htmlPath(file: string): string {
  return file.replace(FOLDER_INDEX, '$1');
}

/** What different addresses of one built page have in common: `guide/intro` for `Guide/intro.html` and `guide/intro/`. */
export function htmlKey(path: string): string {
  return htmlPath(path)
    .replace(HTML_ENDING, '')
    .replace(/(^|\/)index$/i, '')
    .replace(/^\/+|\/+$/g, '')
    .toLowerCase();
}

/**
 * Site path that frontmatter sets, with ending, slash and capitals as they are written. A `permalink` and a slug with a slash
 * inside are the whole path, a slug that begins with a slash starts below the folders of version and language, any other slug
 * replaces the last segment.
 *
 * @param scopeDepth How many leading folders of `file` are version and language.
 * @returns `undefined` when neither is set or what they say is no path.
 */
export function frontmatterPath(
  file: string,
  scopeDepth: number,
  { slug, permalink }: { slug?: unknown; permalink?: unknown },
): string | undefined {
  const given = permalink ?? slug;
  if (typeof given !== 'string' || given === '') return undefined;
  const folders = file.split('/').slice(0, -1);
  const isWhole = permalink !== undefined || (!given.startsWith('/') && given.includes('/'));
  const parents = isWhole ? [] : given.startsWith('/') ? folders.slice(0, scopeDepth) : folders;
  return normalPath([...parents, given].join('/'));
}

/**
 * Where a link inside a Markdown page leads: relative links to files and fragments become paths from the root of the site, so
 * that the link still works when the text is quoted elsewhere. `undefined` for a link that is no web address.
 *
 * @param addressOf Returns the site path of another Markdown file
 */
export function resolveLink(
  url: string,
  page: { file: string; path: string },
  addressOf: (file: string) => string = filePath,
): string | undefined {
  const kept = keptLink(url, page.path);
  if (kept !== null) return kept;
  const [, target = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  const folders = page.file.split('/').slice(0, -1);
  const { pathname } = new URL(folders.map(encodeURIComponent).join('/') + '/' + target, 'file:///');
  return (
    (MARKDOWN_ENDING.test(pathname)
      ? `/${encodeURI(addressOf(decodePath(pathname.slice(1))))}`
      : withoutFolderPage(pathname)) + rest
  );
}

/** Where a link inside a built page leads, from the root of the site. `undefined` for a link that is no web address. */
export function resolveHtmlLink(url: string, page: { file: string; path: string }): string | undefined {
  const kept = keptLink(url, page.path);
  if (kept !== null) return kept;
  const resolved = URL.parse(url, `http://site.invalid/${encodeURI(htmlPath(page.file))}`);
  return resolved ? resolved.pathname + resolved.search + resolved.hash : undefined;
}

/** What needs no resolving; `null` for a relative link. */
function keptLink(url: string, path: string): string | undefined | null {
  if (/^(?:https?:|mailto:)/i.test(url) || url.startsWith('/')) return url;
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return undefined;
  return url === '' || /^[?#]/.test(url) ? `/${path}${url}` : null;
}

export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `undefined` for a path with control characters, dots that climb, or more than `MAX_PATH_LENGTH` characters. */
function normalPath(path: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- they have no place in a path
  if (path.length > MAX_PATH_LENGTH || /[\u0000-\u001f\u007f\\?#]/.test(path)) return undefined;
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return undefined;
  const slash = path.endsWith('/') && segments.length > 0 ? '/' : '';
  return withoutFolderPage(segments.join('/') + slash);
}
