import type { AgentJob, AgentSession } from '../../../protocol/api.ts';
import type { AdminErrorDetail } from '../admin-element.ts';

/** Detail of `docs-agent-jobs-change`: ids of sessions. */
export interface JobsChangeDetail {
  readonly added: readonly string[];
  readonly changed: readonly string[];
}

/** Detail of `docs-agent-jobs-select`. */
export interface JobsSelectDetail {
  readonly session: AgentSession;
}

/** Detail of `docs-agent-jobs-prompt`. */
export interface JobsPromptDetail {
  readonly prompt: string;
  /** Job of the task; `null` for a new one. */
  readonly jobId: string | null;
}

/** Detail of `docs-agent-jobs-task`. */
export interface JobsTaskDetail {
  readonly job: AgentJob;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'docs-agent-jobs-change': CustomEvent<JobsChangeDetail>;
    'docs-agent-jobs-select': CustomEvent<JobsSelectDetail>;
    'docs-agent-jobs-prompt': CustomEvent<JobsPromptDetail>;
    'docs-agent-jobs-task': CustomEvent<JobsTaskDetail>;
    'docs-agent-jobs-error': CustomEvent<AdminErrorDetail>;
  }
}
