import type {
  AgentJob,
  AgentSession,
  AgentSessionList,
  AgentSessionReport,
  Insights,
  InsightsQuery,
  LatestUpdate,
  PageContent,
  PreviewTrigger,
  SearchRequest,
  SearchResult,
  UpdateStatus,
  UpdateTrigger,
} from '../protocol/api.ts';
import {
  INSIGHTS_ENDPOINT,
  AGENT_ENDPOINT,
  AGENT_JOB_ENDPOINT,
  AGENT_MESSAGE_ENDPOINT,
  JOB_ENDPOINT,
  PAGE_ENDPOINT,
  PREVIEW_ENDPOINT,
  LATEST_UPDATE_ENDPOINT,
  REPORT_JOB_ENDPOINT,
  START_JOB_ENDPOINT,
  UPDATE_ENDPOINT,
  UPDATE_STATUS_ENDPOINT,
  withQuery,
} from '../protocol/endpoints.ts';
import type { RequestFailure } from '../protocol/failures/failure.ts';
import type { SearchSource } from '../protocol/sources.ts';
import { AssistantClient } from './assistant-client.ts';
import { listJobs } from './list-jobs.ts';
import {
  readAgentSession,
  readLatestUpdate,
  readUpdateStatus,
  readUpdateTrigger,
  readAgentJob,
  readPageContent,
  readPreviewTrigger,
} from './read-admin.ts';
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

  /**
   * Read the agent sessions of the project, concurrent and past, page by page.
   *
   * @param options `take`: maximum number, of the newest ones; the result has `hasMore` if there are others. Default 5,000. Servers
   *   without pages return all the same
   */
  listJobs(options?: CallOptions & { take?: number }): Promise<AgentSessionList> {
    return listJobs(this.sender, options);
  }

  /** Start an agent session, for an agent runner. Only the service of this project offers it. */
  async startJob(report: AgentSessionReport = {}, options?: CallOptions): Promise<AgentSession> {
    return readAgentSession(await requestJson(this.sender, START_JOB_ENDPOINT, {}, options, report));
  }

  /** Report on an agent session. Only the service of this project offers it. */
  async reportJob(id: string, report: AgentSessionReport, options?: CallOptions): Promise<AgentSession> {
    return readAgentSession(await requestJson(this.sender, REPORT_JOB_ENDPOINT, { id }, options, report));
  }

  /** Give the agent of the hosted platform a task. Only that platform offers it. */
  async startAgent(prompt: string, options?: CallOptions): Promise<AgentJob> {
    return readAgentJob(await requestJson(this.sender, AGENT_ENDPOINT, {}, options, { prompt }));
  }

  /** Read a job of {@link startAgent}. */
  async getAgent(id: string, options?: CallOptions): Promise<AgentJob> {
    return readAgentJob(await requestJson(this.sender, AGENT_JOB_ENDPOINT, { id }, options));
  }

  /** Tell a job of {@link startAgent} more. */
  async messageAgent(id: string, prompt: string, options?: CallOptions): Promise<AgentJob> {
    return readAgentJob(await requestJson(this.sender, AGENT_MESSAGE_ENDPOINT, { id }, options, { prompt }));
  }

  /** Queue a preview of a branch; follow it with {@link getUpdate}. Only the hosted platform offers it. */
  async startPreview(branch: string, options?: CallOptions): Promise<PreviewTrigger> {
    return readPreviewTrigger(await requestJson(this.sender, PREVIEW_ENDPOINT, {}, options, { branch }));
  }

  /** Read the text of a page by its path. Only the hosted platform offers it. */
  async readPage(path: string, options?: CallOptions): Promise<PageContent> {
    return readPageContent(await requestJson(this.sender, PAGE_ENDPOINT, {}, options, { path }), path);
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
   * Read the latest deployment update of the project, whoever has started it. Only the service of this project tells.
   *
   * @returns `null` where the server does not tell
   */
  async getLatestUpdate(options?: CallOptions): Promise<LatestUpdate | null> {
    try {
      return readLatestUpdate(await requestJson(this.sender, LATEST_UPDATE_ENDPOINT, {}, options));
    } catch (error) {
      const { status = 0, code } = error as RequestFailure;
      // A proxy answers without a body where its upstream does not know the address, other servers with a page.
      if (code === 'bad-content' || [404, 405, 501].includes(status)) return null;
      throw error;
    }
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
