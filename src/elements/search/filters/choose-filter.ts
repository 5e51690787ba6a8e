import { FilterScope } from '../../../state/filter/filter-scope.ts';
import type { FilterChangeDetail } from '../../shared/controllers/site-controller.ts';
import type { SearchContext } from '../context.ts';

/** Set the reader's choice, for every element of the site on this page, and report it to the page. */
export function chooseFilter(
  { host, site }: Pick<SearchContext, 'host' | 'site'>,
  choice: Parameters<FilterScope['set']>[0],
): void {
  const scope = new FilterScope({ site: host, storage: site.storage });
  scope.set(choice);
  scope.close();
  // The filter may be the same as before while the choice is not: choosing "all" is a choice, which can be taken back.
  host.requestUpdate();
  host.emit('docs-filter-change', { filter: site.filters.snapshot } satisfies FilterChangeDetail);
}
