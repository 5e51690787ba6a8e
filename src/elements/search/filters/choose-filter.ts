import { FilterScope } from '../../../state/filter-scope.ts';
import type { FilterChangeDetail } from '../../shared/site-controller.ts';
import type { SearchPanel } from '../panel/panel.ts';

/** Takes the reader's choice, for every element of the site on this page, and tells the page. */
export function chooseFilter(
  { host, site }: Pick<SearchPanel, 'host' | 'site'>,
  choice: Parameters<FilterScope['set']>[0],
): void {
  const scope = new FilterScope({ site: host, storage: site.storage });
  scope.set(choice);
  scope.close();
  // "All of them", chosen or by itself, is one filter, but can be taken back only when it was chosen.
  host.requestUpdate();
  host.emit('docs-filter-change', { filter: site.filters.snapshot } satisfies FilterChangeDetail);
}
