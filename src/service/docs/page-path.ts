import { withoutFolderPage } from '../../engine/sections/site-path.ts';

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
