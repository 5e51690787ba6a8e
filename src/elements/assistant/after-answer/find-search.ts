import { siteKey, type Site } from '../../../state/storage/storage.ts';

/** The part of `<docs-search>` that the assistant uses. */
interface SearchElement extends HTMLElement, Site {
  search(query: string): unknown;
}

/** Find a `<docs-search>` of the same site on the page; `null` if there is none. */
export function findSearch(assistant: Site): SearchElement | null {
  for (const element of document.querySelectorAll<HTMLElement>('docs-search')) {
    const { search, endpoint, domain, indexUrl } = element as Partial<SearchElement>;
    if (typeof search !== 'function' || endpoint === undefined || domain === undefined) continue;
    if (siteKey({ endpoint, domain, indexUrl }) === siteKey(assistant)) return element as SearchElement;
  }
  return null;
}
