import type { SearchOptions, SectionHit } from '../ranking/search-index.ts';

/** The search that answers are made with. */
export interface AnswerSearch {
  /**
   * Return hits, best first. No query causes an error.
   *
   * @param signal aborted when nobody waits for the result any more: a search that has not begun is not made
   */
  search(options: SearchOptions, signal?: AbortSignal): Promise<SectionHit[]>;
  /**
   * Return the folded words of a query without stop words.
   *
   * @param language language of the page that it was asked on
   */
  contentWords(query: string, language?: string): Promise<readonly string[]>;
  /**
   * Return the site paths of the pages at addresses, in which slashes, `index` and extension may be missing or different. An
   * address without a page is left out.
   */
  findPages(addresses: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
