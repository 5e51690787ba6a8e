import type { AnswerEvent } from './answer-event.ts';
import type { AssistantRequest, SearchRequest, SearchResult } from './api.ts';

/**
 * Where answers come from. The client implements it over HTTP; another backend can be put in its place.
 *
 * The iterable yields the events of one network read at a time. It throws a `RequestFailure` for everything that
 * went wrong on the way (also after some events) and with code `aborted` when `signal` ended it.
 */
export interface AnswerSource {
  answer(
    request: AssistantRequest,
    options?: { signal?: AbortSignal },
  ): AsyncIterable<readonly AnswerEvent[]>;
}

/** Where search results come from. Rejects with a `RequestFailure`. */
export interface SearchSource {
  search(request: SearchRequest, options?: { signal?: AbortSignal }): Promise<SearchResult[]>;
}
