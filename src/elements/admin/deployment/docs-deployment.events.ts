import type { UpdateState } from '../../../protocol/api.ts';
import type { AdminErrorDetail } from '../admin-element.ts';

/** Detail of `docs-deployment-change`. */
export interface DeploymentChangeDetail {
  readonly statusId: string;
  readonly status: UpdateState;
  readonly hasEnded: boolean;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'docs-deployment-start': CustomEvent<undefined>;
    'docs-deployment-change': CustomEvent<DeploymentChangeDetail>;
    'docs-deployment-error': CustomEvent<AdminErrorDetail>;
  }
}
