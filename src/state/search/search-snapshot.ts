import type { DocsFilter, SearchResult } from '../../protocol/api.ts';
import type { Failure } from '../../protocol/failures/failure.ts';

/** The state of a search. */
export interface SearchSnapshot {
  /** The text as typed. */
  readonly query: string;
  readonly filter: DocsFilter;
  /**
   * `idle`: nothing typed; `too-short`: below the minimum length; `loading`: a request is under way (the results of the
   * query before stay in `results`); `done`; `error`.
   */
  readonly status: 'idle' | 'too-short' | 'loading' | 'done' | 'error';
  readonly results: readonly SearchResult[];
  /** The query that `results` answer; differs from `query` while loading. */
  readonly resultsFor: string;
  /** Whether asking for more may bring more. */
  readonly hasMore: boolean;
  /** Milliseconds from the request to its answer, for `resultsFor`. */
  readonly took: number;
  readonly failure: Failure | null;
  /** Earlier queries of the reader on this site, newest first. */
  readonly recent: readonly string[];
}
