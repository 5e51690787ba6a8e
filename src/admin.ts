import { DocsAgentJobs } from './elements/admin/agent-jobs/docs-agent-jobs.ts';
import { DocsDeployment } from './elements/admin/deployment/docs-deployment.ts';
import { DocsInsights } from './elements/admin/insights/docs-insights.ts';
import { define } from './elements/shared/dom/define.ts';

export { DocsAgentJobs, DocsDeployment, DocsInsights };
export type { AdminErrorDetail } from './elements/admin/admin-element.ts';
export type * from './elements/admin/agent-jobs/docs-agent-jobs.events.ts';
export type * from './elements/admin/deployment/docs-deployment.events.ts';
export type * from './elements/admin/insights/docs-insights.events.ts';

define('docs-agent-jobs', DocsAgentJobs);
define('docs-deployment', DocsDeployment);
define('docs-insights', DocsInsights);
