import type { UpdateState } from '../../../protocol/api.ts';
import type { AdminErrorDetail } from '../admin-element.ts';

/** Detail of `docs-deployment-change` and `docs-deployment-preview-change`. */
export interface DeploymentChangeDetail {
  readonly statusId: string;
  readonly status: UpdateState;
  readonly hasEnded: boolean;
}

/** Detail of `docs-deployment-preview`. */
export interface DeploymentPreviewDetail {
  readonly branch: string;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'docs-deployment-start': CustomEvent<undefined>;
    'docs-deployment-preview': CustomEvent<DeploymentPreviewDetail>;
    'docs-deployment-preview-change': CustomEvent<DeploymentChangeDetail>;
    'docs-deployment-change': CustomEvent<DeploymentChangeDetail>;
    'docs-deployment-error': CustomEvent<AdminErrorDetail>;
  }
}
