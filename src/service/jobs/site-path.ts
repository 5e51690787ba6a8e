/** Ends that addresses of pages have. */
export const PAGE_END = /\.(?:mdx?|html?)$/i;

/** What all addresses of a page have in common: without slashes around, ending and `index`. */
export function sitePath(path: string): string {
  return path
    .replace(/^\/+|\/+$/g, '')
    .replace(PAGE_END, '')
    .replace(/(?:^|\/)(?:index|readme)$/i, '');
}
