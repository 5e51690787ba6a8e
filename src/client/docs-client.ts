import type {
  AgentSession,
  AgentSessionList,
  AgentSessionReport,
  SearchRequest,
  SearchResult,
  UpdateStatus,
  UpdateTrigger,
} from '../protocol/api.ts';
import {
  JOB_ENDPOINT,
  JOBS_ENDPOINT,
  REPORT_JOB_ENDPOINT,
  START_JOB_ENDPOINT,
  UPDATE_ENDPOINT,
  UPDATE_STATUS_ENDPOINT,
} from '../protocol/endpoints.ts';
import type { SearchSource } from '../protocol/sources.ts';
import { AssistantClient } from './assistant-client.ts';
import { readAgentSession, readAgentSessions, readUpdateStatus, readUpdateTrigger } from './read-admin.ts';
import { requestJson } from './request-json.ts';
import { requestSearch } from './search-client.ts';
import type { CallOptions } from './sender.ts';

/**
 * Calls the six endpoints of a documentation platform.
 *
 * Every method throws a `RequestFailure` and nothing else; its `code` says what went wrong. Nothing is sent twice:
 * answers cost credits and belong to a thread, so trying again is the caller's choice.
 */
export class DocsClient extends AssistantClient implements SearchSource {
  /** Searches the documentation. Results keep the server's order; what is not a result is left out. */
  search(request: SearchRequest, options?: CallOptions): Promise<SearchResult[]> {
    return requestSearch(this.sender, request, options);
  }

  /** Reads one agent session. */
  async getJob(id: string, options?: CallOptions): Promise<AgentSession> {
    return readAgentSession(await requestJson(this.sender, JOB_ENDPOINT, { id }, options));
  }

  /** Reads all agent sessions of the project, concurrent and past. */
  async listJobs(options?: CallOptions): Promise<AgentSessionList> {
    return readAgentSessions(await requestJson(this.sender, JOBS_ENDPOINT, {}, options));
  }

  /** Starts an agent session, for an agent runner. Only the service of this project offers it. */
  async startJob(report: AgentSessionReport = {}, options?: CallOptions): Promise<AgentSession> {
    return readAgentSession(await requestJson(this.sender, START_JOB_ENDPOINT, {}, options, report));
  }

  /** Reports on an agent session. Only the service of this project offers it. */
  async reportJob(id: string, report: AgentSessionReport, options?: CallOptions): Promise<AgentSession> {
    return readAgentSession(await requestJson(this.sender, REPORT_JOB_ENDPOINT, { id }, options, report));
  }

  /** Queues a deployment update; follow it with {@link getUpdate}. */
  async startUpdate(options?: CallOptions): Promise<UpdateTrigger> {
    return readUpdateTrigger(await requestJson(this.sender, UPDATE_ENDPOINT, {}, options));
  }

  /** Reads how far a deployment update has come. */
  async getUpdate(statusId: string, options?: CallOptions): Promise<UpdateStatus> {
    return readUpdateStatus(await requestJson(this.sender, UPDATE_STATUS_ENDPOINT, { statusId }, options));
  }
}
