import { DocsSearch } from './elements/search/docs-search.ts';
import { define } from './elements/shared/dom/define.ts';

export { DocsSearch };
export type * from './elements/search/docs-search.events.ts';
export type { ResultContent, ResultRenderer } from './elements/search/result-renderer.ts';
export type { FilterChangeDetail } from './elements/shared/controllers/site-controller.ts';

define('docs-search', DocsSearch);
