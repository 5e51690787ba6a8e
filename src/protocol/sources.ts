import type { AnswerEvent } from './reply/answer-event.ts';
import type {
  AgentSessionList,
  AssistantRequest,
  SearchRequest,
  SearchResult,
  UpdateStatus,
  UpdateTrigger,
} from './api.ts';

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

/** Where the sessions of agents come from. Rejects with a `RequestFailure`. */
export interface JobSource {
  listJobs(options?: { signal?: AbortSignal }): Promise<AgentSessionList>;
}

/** Where deployment updates are started and followed. Rejects with a `RequestFailure`. */
export interface UpdateSource {
  startUpdate(options?: { signal?: AbortSignal }): Promise<UpdateTrigger>;
  getUpdate(statusId: string, options?: { signal?: AbortSignal }): Promise<UpdateStatus>;
}
