import type { AnswerEvent } from './reply/answer-event.ts';
import type {
  AgentJob,
  AgentSessionList,
  AssistantRequest,
  Insights,
  InsightsQuery,
  LatestUpdate,
  PreviewTrigger,
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

/** Options of a search. */
export interface SearchSourceOptions {
  readonly signal?: AbortSignal;
  /**
   * Called with the results so far, each time with all of them, before the promise is resolved with the final ones. For a source
   * that finds names first and texts later: `content` may be empty then. A client over HTTP never calls it.
   */
  readonly onInterim?: (results: SearchResult[]) => void;
}

/**
 * Where search results come from. The client implements it over HTTP; another backend can be put in its place. Rejects with a
 * `RequestFailure`.
 */
export interface SearchSource {
  search(request: SearchRequest, options?: SearchSourceOptions): Promise<SearchResult[]>;
}

/** Where the sessions of agents come from. Rejects with a `RequestFailure`. */
export interface JobSource {
  /** @param options `take`: how many of the newest ones are wanted; `hasMore` of the result tells of others */
  listJobs(options?: { signal?: AbortSignal; take?: number }): Promise<AgentSessionList>;
}

/** Where deployment updates are started and followed. Rejects with a `RequestFailure`. */
export interface UpdateSource {
  startUpdate(options?: { signal?: AbortSignal }): Promise<UpdateTrigger>;
  getUpdate(statusId: string, options?: { signal?: AbortSignal }): Promise<UpdateStatus>;
  /** Read the latest update, whoever has started it. @returns `null` where the server does not tell */
  getLatestUpdate?(options?: { signal?: AbortSignal }): Promise<LatestUpdate | null>;
}

/** The agent of the hosted platform, which takes tasks. Rejects with a `RequestFailure`. */
export interface AgentSource {
  startAgent(prompt: string, options?: { signal?: AbortSignal }): Promise<AgentJob>;
  getAgent(id: string, options?: { signal?: AbortSignal }): Promise<AgentJob>;
  messageAgent(id: string, prompt: string, options?: { signal?: AbortSignal }): Promise<AgentJob>;
}

/** Where previews of a branch are started; their progress is that of an update. Rejects with a `RequestFailure`. */
export interface PreviewSource extends Pick<UpdateSource, 'getUpdate'> {
  startPreview(branch: string, options?: { signal?: AbortSignal }): Promise<PreviewTrigger>;
}

/** Where insights come from. Rejects with a `RequestFailure`. */
export interface InsightsSource {
  getInsights(query: InsightsQuery, options?: { signal?: AbortSignal }): Promise<Insights>;
}
