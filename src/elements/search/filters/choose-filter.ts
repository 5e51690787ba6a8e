import { FilterScope } from '../../../state/filter/filter-scope.ts';
import type { FilterChangeDetail } from '../../shared/controllers/site-controller.ts';
import type { SearchContext } from '../context.ts';

/** Set the reader's choice for all elements of the site on this page, and dispatch it to the page. */
export function chooseFilter(
  { host, site }: Pick<SearchContext, 'host' | 'site'>,
  choice: Parameters<FilterScope['set']>[0],
): void {
  const scope = new FilterScope({ site: host, storage: site.storage });
  scope.set(choice);
  scope.close();
  // The filter alone may not have changed: to choose "all" is a choice as well, which can be reset.
  host.requestUpdate();
  host.emit('docs-filter-change', { filter: site.filters.snapshot } satisfies FilterChangeDetail);
}
