import { DocsPageFeedback } from './elements/page-feedback/docs-page-feedback.ts';
import { define } from './elements/shared/dom/define.ts';

export { DocsPageFeedback };
export type * from './elements/page-feedback/docs-page-feedback.events.ts';

define('docs-page-feedback', DocsPageFeedback);
