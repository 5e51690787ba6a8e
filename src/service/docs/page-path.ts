import { MAX_PATH_LENGTH } from './docs-limits.ts';

const MARKDOWN_ENDING = /\.mdx?$/i;
/** Names that stand for their folder: `README` as code hosts show it. */
const FOLDER_PAGE = /(?:^|\/)(?:index|readme)$/i;

/**
 * Site path of a page, without leading or trailing slash: `v6/en/guides/middleware` for `v6/en/guides/middleware.mdx`, with
 * `index` cut off; empty for the front page.
 */
export function filePath(file: string): string {
  return withoutFolderPage(file.replace(MARKDOWN_ENDING, ''));
}

/**
 * Site path that frontmatter sets. A `permalink` and a slug with a slash inside are the whole path, a slug that begins with a
 * slash starts below the folders of version and language, any other slug replaces the last segment.
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
 * Where a link inside a page leads: relative links to files and fragments become paths from the root of the site, so that the
 * link still works when the text is quoted elsewhere. `undefined` for a link that is no web address.
 */
export function resolveLink(url: string, page: { file: string; path: string }): string | undefined {
  if (/^(?:https?:|mailto:)/i.test(url) || url.startsWith('//')) return url;
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return undefined;
  if (url.startsWith('/')) return url;
  const [, target = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  if (target === '') return `/${page.path}${rest}`;
  const folders = page.file.split('/').slice(0, -1);
  const resolved = new URL(folders.map(encodeURIComponent).join('/') + '/' + target, 'file:///').pathname;
  return withoutFolderPage(resolved.replace(MARKDOWN_ENDING, '')) + rest;
}

/** `undefined` for a path with control characters, dots that climb, or more than `MAX_PATH_LENGTH` characters. */
function normalPath(path: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- they have no place in a path
  if (path.length > MAX_PATH_LENGTH || /[\u0000-\u001f\u007f\\?#]/.test(path)) return undefined;
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return undefined;
  return withoutFolderPage(segments.join('/').replace(/\.html?$/i, ''));
}

function withoutFolderPage(path: string): string {
  return path.replace(FOLDER_PAGE, '');
}
