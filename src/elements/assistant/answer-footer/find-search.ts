import { siteKey, type Site } from '../../../state/storage/storage.ts';

/** The part of `<docs-search>` that the assistant uses. */
interface QueryTaker extends HTMLElement, Site {
  search(query: string): unknown;
}

/** Find the search of the same site on the page; `null` when there is none that can be used. */
export function findSearch(assistant: Site): QueryTaker | null {
  for (const element of document.querySelectorAll<HTMLElement>('docs-search')) {
    const { search, endpoint, domain } = element as Partial<QueryTaker>;
    if (typeof search !== 'function' || endpoint === undefined || domain === undefined) continue;
    if (siteKey({ endpoint, domain }) === siteKey(assistant)) return element as QueryTaker;
  }
  return null;
}
