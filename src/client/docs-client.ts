import type { AgentSession, AgentSessionList, UpdateStatus, UpdateTrigger } from '../protocol/api.ts';
import { AssistantClient } from './assistant-client.ts';
import { readAgentSession, readAgentSessions, readUpdateStatus, readUpdateTrigger } from './read-admin.ts';
import type { CallOptions } from './search-client.ts';

/**
 * Calls the six endpoints of a documentation platform.
 *
 * Every method throws a `RequestFailure` and nothing else; its `code` says what went wrong. Nothing is sent twice:
 * answers cost credits and belong to a thread, so trying again is the caller's choice.
 */
export class DocsClient extends AssistantClient {
  /** Reads one agent session. */
  async getJob(id: string, options?: CallOptions): Promise<AgentSession> {
    return readAgentSession(await this.call('job', { id }, options));
  }

  /** Reads all agent sessions of the project, concurrent and past. */
  async listJobs(options?: CallOptions): Promise<AgentSessionList> {
    return readAgentSessions(await this.call('jobs', {}, options));
  }

  /** Queues a deployment update; follow it with {@link getUpdate}. */
  async startUpdate(options?: CallOptions): Promise<UpdateTrigger> {
    return readUpdateTrigger(await this.call('update', {}, options));
  }

  /** Reads how far a deployment update has come. */
  async getUpdate(statusId: string, options?: CallOptions): Promise<UpdateStatus> {
    return readUpdateStatus(await this.call('update-status', { statusId }, options));
  }
}
