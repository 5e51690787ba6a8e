import type { DocsFilter, SearchResult } from '../../protocol/api.ts';
import type { Failure } from '../../protocol/failures/failure.ts';

/** The state of a search. */
export interface SearchSnapshot {
  /** The text as typed. */
  readonly query: string;
  readonly filter: DocsFilter;
  /**
   * `idle`: nothing typed; `too-short`: below the minimum length; `loading`: a request is under way or about to be sent
   * (`results` are those of an earlier query, or interim ones of this query: `resultsFor` says which); `done`; `error`.
   */
  readonly status: 'idle' | 'too-short' | 'loading' | 'done' | 'error';
  readonly results: readonly SearchResult[];
  /**
   * Where in `results` those begin that came later, after the first at 0: by asking for more, or as the rest of interim results.
   * A list that groups results by page groups each batch apart, so that nothing moves that is shown.
   */
  readonly batches: readonly number[];
  /** Whether `results` are interim, or have kept the places of interim ones: a list reserves the room of texts to come. */
  readonly isPlaced: boolean;
  /** The query that `results` answer; may differ from `query` while loading. */
  readonly resultsFor: string;
  /** Whether asking for more may bring more. */
  readonly hasMore: boolean;
  /** Milliseconds from the request to its answer, for `resultsFor`; 0 for interim results. */
  readonly took: number;
  readonly failure: Failure | null;
  /** Earlier queries of the reader on this site, newest first. */
  readonly recent: readonly string[];
}
