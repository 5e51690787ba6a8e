import type {
  AgentSession,
  AgentSessionList,
  AgentSessionReport,
  Insights,
  InsightsQuery,
  SearchRequest,
  SearchResult,
  UpdateStatus,
  UpdateTrigger,
} from '../protocol/api.ts';
import {
  INSIGHTS_ENDPOINT,
  JOB_ENDPOINT,
  JOBS_ENDPOINT,
  REPORT_JOB_ENDPOINT,
  START_JOB_ENDPOINT,
  UPDATE_ENDPOINT,
  UPDATE_STATUS_ENDPOINT,
  withQuery,
} from '../protocol/endpoints.ts';
import type { SearchSource } from '../protocol/sources.ts';
import { AssistantClient } from './assistant-client.ts';
import { readAgentSession, readAgentSessions, readUpdateStatus, readUpdateTrigger } from './read-admin.ts';
import { readInsights } from './read-insights.ts';
import { requestJson } from './request-json.ts';
import { requestSearch } from './search-client.ts';
import type { CallOptions } from './sender.ts';

/**
 * Calls the six endpoints of a documentation platform.
 *
 * Every method throws a `RequestFailure` and nothing else; its `code` is the cause. There are no automatic retries:
 * answers cost credits and belong to a thread, so a retry is up to the caller.
 */
export class DocsClient extends AssistantClient implements SearchSource {
  /** Search the documentation. Results keep the server's order; items that are no results are dropped. */
  search(request: SearchRequest, options?: CallOptions): Promise<SearchResult[]> {
    return requestSearch(this.sender, request, options);
  }

  /** Read one agent session. */
  async getJob(id: string, options?: CallOptions): Promise<AgentSession> {
    return readAgentSession(await requestJson(this.sender, JOB_ENDPOINT, { id }, options));
  }

  /** Read all agent sessions of the project, concurrent and past. */
  async listJobs(options?: CallOptions): Promise<AgentSessionList> {
    return readAgentSessions(await requestJson(this.sender, JOBS_ENDPOINT, {}, options));
  }

  /** Start an agent session, for an agent runner. Only the service of this project offers it. */
  async startJob(report: AgentSessionReport = {}, options?: CallOptions): Promise<AgentSession> {
    return readAgentSession(await requestJson(this.sender, START_JOB_ENDPOINT, {}, options, report));
  }

  /** Report on an agent session. Only the service of this project offers it. */
  async reportJob(id: string, report: AgentSessionReport, options?: CallOptions): Promise<AgentSession> {
    return readAgentSession(await requestJson(this.sender, REPORT_JOB_ENDPOINT, { id }, options, report));
  }

  /** Queue a deployment update; follow it with {@link getUpdate}. */
  async startUpdate(options?: CallOptions): Promise<UpdateTrigger> {
    return readUpdateTrigger(await requestJson(this.sender, UPDATE_ENDPOINT, {}, options));
  }

  /** Read the progress of a deployment update. */
  async getUpdate(statusId: string, options?: CallOptions): Promise<UpdateStatus> {
    return readUpdateStatus(await requestJson(this.sender, UPDATE_STATUS_ENDPOINT, { statusId }, options));
  }

  /**
   * Read what readers look for. Only the service of this project offers it: without insights, the `serverCode` of the failure is
   * `insights-off`.
   */
  async getInsights(query: InsightsQuery = {}, options?: CallOptions): Promise<Insights> {
    const endpoint = withQuery(INSIGHTS_ENDPOINT, { ...query });
    return readInsights(await requestJson(this.sender, endpoint, {}, options));
  }
}
