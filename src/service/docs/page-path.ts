import { withoutFolderPage } from './addresses/address-rule.ts';
import { MAX_PATH_LENGTH } from './docs-limits.ts';

const MARKDOWN_ENDING = /\.mdx?$/i;
const HTML_ENDING = /\.html?$/i;
/** Endings that addresses of pages have. */
export const PAGE_ENDING = /\.(?:mdx?|html?)$/i;
const FOLDER_INDEX = /(^|\/)index\.html?$/i;

export function isMarkdownPath(path: string): boolean {
  return MARKDOWN_ENDING.test(path);
}

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
  if (typeof given !== 'string' || given === '' || /[?#]/.test(given)) return undefined;
  const folders = file.split('/').slice(0, -1);
  const isWhole = permalink !== undefined || (!given.startsWith('/') && given.includes('/'));
  const parents = isWhole ? [] : given.startsWith('/') ? folders.slice(0, scopeDepth) : folders;
  return normalPath([...parents, decodePath(given)].join('/'));
}

/** Return what all addresses of a page have in common: its path without slashes around, ending and `index`. */
export function pageKey(path: string): string {
  return withoutFolderPage(path.replace(/^\/+|\/+$/g, '').replace(PAGE_ENDING, ''));
}

/** Percent-encode a site path, so that the address leads to the file of that name on any server. */
export function encodePath(path: string): string {
  return encodeURI(path.toWellFormed()).replace(/[?#:]/g, encodeURIComponent);
}

/** Decode a path of an address. One with damaged escapes stays as it is. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** @returns `undefined` for a path with control characters, dots that climb, or more than `MAX_PATH_LENGTH` characters. */
function normalPath(path: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- they have no place in a path
  if (path.length > MAX_PATH_LENGTH || /[\u0000-\u001f\u007f\\]/.test(path)) return undefined;
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return undefined;
  const slash = path.endsWith('/') && segments.length > 0 ? '/' : '';
  return withoutFolderPage(segments.join('/') + slash);
}
