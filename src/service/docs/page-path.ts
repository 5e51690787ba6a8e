import { decodePath, withoutFolderPage } from '../../engine/sections/site-path.ts';
import { MAX_PATH_LENGTH } from './docs-limits.ts';
import type { ScopedFile } from './page-scope.ts';

/** `.markdown` is that of Jekyll and Hugo, `.mdoc` that of Markdoc. */
const MARKDOWN_ENDING = /\.(?:mdx?|markdown|mdoc)$/i;
const HTML_ENDING = /\.html?$/i;
const FOLDER_INDEX = /(^|\/)index\.html?$/i;

export function isMarkdownPath(path: string): boolean {
  return MARKDOWN_ENDING.test(path);
}

/** Return the path of a Markdown file without extension: `v6/en/guides/middleware` for `v6/en/guides/middleware.mdx`. */
export function withoutEnding(file: string): string {
  return file.replace(MARKDOWN_ENDING, '');
}

/**
 * Return the default site path of a Markdown page, without leading or trailing slash: `v6/en/guides/middleware`, with `index`
 * removed; empty for the home page.
 */
export function filePath(file: string): string {
  return withoutFolderPage(withoutEnding(file));
}

/** Return the site path of a built page on a file server: `guide/intro.html`, `guide/` for the `index.html` in it. */
export function htmlPath(file: string): string {
  return file.replace(FOLDER_INDEX, '$1');
}

/** Normalise an address of a built page: `guide/intro` for `Guide/intro.html` and `guide/intro/`. */
export function htmlKey(path: string): string {
  return htmlPath(path)
    .replace(HTML_ENDING, '')
    .replace(/(^|\/)index$/i, '')
    .replace(/^\/+|\/+$/g, '')
    .toLowerCase();
}

/**
 * Return the site path in frontmatter, with extension, slash and capitals as written. A `permalink` and a slug with a slash
 * inside are the whole path, a slug that begins with a slash starts below the folders of version and language, any other slug
 * replaces the last segment.
 *
 * @returns `undefined` when there is no valid path
 */
export function frontmatterPath(
  { path, depth, slugFolder }: Pick<ScopedFile, 'path' | 'depth' | 'slugFolder'>,
  { slug, permalink }: { slug?: unknown; permalink?: unknown },
): string | undefined {
  const given = permalink ?? slug;
  if (typeof given !== 'string' || given === '' || /[?#]/.test(given)) return undefined;
  const folders = path.split('/').slice(0, -1);
  const isWhole = permalink !== undefined || (!given.startsWith('/') && given.includes('/'));
  const parents = isWhole
    ? []
    : given.startsWith('/')
      ? folders.slice(0, depth)
      : [slugFolder ?? folders].flat();
  return normalPath([...parents, decodePath(given)].join('/'));
}

/** @returns `undefined` for a path with control characters, `..` segments, or more than `MAX_PATH_LENGTH` characters */
function normalPath(path: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- not allowed in a path
  if (path.length > MAX_PATH_LENGTH || /[\u0000-\u001f\u007f\\]/.test(path)) return undefined;
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return undefined;
  const slash = path.endsWith('/') && segments.length > 0 ? '/' : '';
  return withoutFolderPage(segments.join('/') + slash);
}
