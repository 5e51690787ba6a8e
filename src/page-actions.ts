import { DocsPageActions } from './elements/page-actions/docs-page-actions.ts';
import { define } from './elements/shared/dom/define.ts';

export { DocsPageActions };
export type { Agent } from './elements/page-actions/agents.ts';
export type * from './elements/page-actions/docs-page-actions.events.ts';

define('docs-page-actions', DocsPageActions);
