import type { RequestFilter, SearchResult } from '../../protocol/api.ts';
import type { FailureCode } from '../../protocol/failures/failure.ts';

/** Detail of `docs-search-query`. */
export interface SearchQueryDetail {
  readonly query: string;
  /** Restricts this search. A listener may change it, for instance add the `groups` of the visitor, or a `tag`. */
  readonly filter: RequestFilter;
  /** Least score of a result, 0 to 1, which a listener may set. The hosted platform's. */
  scoreThreshold?: number;
}

/** Detail of `docs-search-results`. */
export interface SearchResultsDetail {
  readonly query: string;
  readonly count: number;
  /** Milliseconds from the request to its answer. */
  readonly took: number;
}

/** Detail of `docs-search-select`. */
export interface SearchSelectDetail {
  readonly result: SearchResult;
  /** Position in the list, from 0. */
  readonly index: number;
  readonly query: string;
}

/** Detail of `docs-search-ask`. */
export interface SearchAskDetail {
  readonly query: string;
}

/** Detail of `docs-search-error`. */
export interface SearchErrorDetail {
  readonly code: FailureCode;
  readonly retryable: boolean;
  /** HTTP status, with code `http`. */
  readonly status?: number;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'docs-search-query': CustomEvent<SearchQueryDetail>;
    'docs-search-results': CustomEvent<SearchResultsDetail>;
    'docs-search-select': CustomEvent<SearchSelectDetail>;
    'docs-search-ask': CustomEvent<SearchAskDetail>;
    'docs-search-error': CustomEvent<SearchErrorDetail>;
  }
}
