import type { AgentSession } from '../../../protocol/api.ts';
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

declare global {
  interface GlobalEventHandlersEventMap {
    'docs-agent-jobs-change': CustomEvent<JobsChangeDetail>;
    'docs-agent-jobs-select': CustomEvent<JobsSelectDetail>;
    'docs-agent-jobs-error': CustomEvent<AdminErrorDetail>;
  }
}
