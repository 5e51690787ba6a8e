const PAGE_ENDING = /\.(?:mdx?|markdown|mdoc|html?)$/i;
/** Prefixes by which generators order files, and which they remove: `01-intro`, `02-$state`, `2. Setup` and `2024-05-01-news`. */
const ORDER_NUMBER = /^(?:\d+(?:[-_]\d+)*[-_ ]+|\d+\.\s*(?!x\b))(?=[^\p{N}\s])/u;

/** Normalise a path: remove its ending, slashes and the name of a folder's page. */
export function strictKey(path: string): string {
  return path
    .replace(/^\/+|\/+$/g, '')
    .replace(PAGE_ENDING, '')
    .replace(/(?:^|\/)(?:index|readme)$/i, '');
}

/** Normalise a path, with its punctuation. */
export function orderlessKey(path: string): string {
  return strictKey(path)
    .toLowerCase()
    .split('/')
    .map((segment) => segment.replace(ORDER_NUMBER, ''))
    .join('/');
}

/**
 * Normalise a path: remove everything that generators change. Diacritics and punctuation are removed unless nothing would be
 * left.
 */
export function looseKey(path: string): string {
  return orderlessKey(path)
    .split('/')
    .map((name) => name.replace(/[^\p{L}\p{N}]+/gu, '') || name)
    .join('/');
}
