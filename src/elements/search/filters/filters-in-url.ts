import { chooseFilter } from './choose-filter.ts';
import { FACET_NAMES } from './facets.ts';
import type { SearchPanel } from '../panel/panel.ts';

/** What "all of them" is called in an address: no version or language has that name. */
const ALL = '*';

/**
 * Keeps the reader's choice of version and language in the page's address (`?docs-version=v6&docs-language=de`), where a
 * link can carry it: that of the address is taken up at once, and whenever the reader goes back in history.
 *
 * @param signal ends it
 * @returns what writes a later choice there, without a new entry in the history
 */
export function keepFiltersInUrl(results: SearchPanel, signal: AbortSignal): () => void {
  const read = (): void => {
    const parameters = new URL(location.href).searchParams;
    const choice: Record<string, string | null | undefined> = {};
    for (const name of FACET_NAMES) {
      const value = parameters.get(`docs-${name}`);
      if (value !== null) choice[name] = value === ALL ? null : value;
    }
    if (Object.keys(choice).length > 0) chooseFilter(results, choice);
  };
  const write = (): void => {
    const address = new URL(location.href);
    const { choice } = results.site.filters;
    for (const name of FACET_NAMES) {
      const value = choice[name];
      if (value === undefined) address.searchParams.delete(`docs-${name}`);
      else address.searchParams.set(`docs-${name}`, value ?? ALL);
    }
    // A router keeps what it needs in the state of the entry.
    if (address.href !== location.href) history.replaceState(history.state, '', address);
  };
  read();
  window.addEventListener('popstate', read, { signal });
  return write;
}
