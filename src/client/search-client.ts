import type { SearchRequest, SearchResult } from '../protocol/api.ts';
import { SEARCH_ENDPOINT } from '../protocol/endpoints.ts';
import type { SearchSource } from '../protocol/sources.ts';
import { readSearchResults } from './read-search-results.ts';
import { requestJson } from './request-json.ts';
import { createSender, type CallOptions, type DocsClientOptions, type Sender } from './sender.ts';

/** A client for searches alone, because a page with a search box alone needs no decoder of replies. */
export class SearchClient implements SearchSource {
  readonly #sender: Sender;

  constructor(options: DocsClientOptions) {
    this.#sender = createSender(options);
  }

  search(request: SearchRequest, options?: CallOptions): Promise<SearchResult[]> {
    return requestSearch(this.#sender, request, options);
  }
}

/** Search the documentation. Results keep the server's order; items that are no results are dropped. */
export async function requestSearch(
  sender: Sender,
  request: SearchRequest,
  options?: CallOptions,
): Promise<SearchResult[]> {
  return readSearchResults(await requestJson(sender, SEARCH_ENDPOINT, {}, options, request));
}
