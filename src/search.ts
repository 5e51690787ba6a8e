import { DocsSearch } from './elements/search/docs-search.ts';

export { DocsSearch };
export type * from './elements/search/docs-search.events.ts';
export type { FilterChangeDetail } from './elements/shared/site-controller.ts';

// A second copy of the module, another version perhaps, leaves the name to the first.
if (!customElements.get('docs-search')) customElements.define('docs-search', DocsSearch);
