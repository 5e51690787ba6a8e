import type { Part, SearchContext } from '../context.ts';
import { chooseFilter } from './choose-filter.ts';
import { FACET_NAMES } from './facet-names.ts';

/** The value for "all" in an address: no version or language has that name. */
const ALL = '*';

/**
 * Keep the reader's choice of version and language in the page's address (`?docs-version=v6&docs-language=de`), where a
 * link can carry it. The choice is written without a new entry in the history, and read when the reader goes back.
 */
export class FiltersInUrl implements Part {
  readonly #context: SearchContext;

  /** @param reads whether the address is read at once; not after the reader has chosen otherwise */
  constructor(context: SearchContext, reads: boolean) {
    this.#context = context;
    if (reads) this.#read();
    window.addEventListener('popstate', this.#read);
  }

  hostUpdated(): void {
    const address = new URL(location.href);
    const { choice } = this.#context.site.filters;
    for (const name of FACET_NAMES) {
      const value = choice[name];
      if (value === undefined) address.searchParams.delete(`docs-${name}`);
      else address.searchParams.set(`docs-${name}`, value ?? ALL);
    }
    // A router keeps what it needs in the state of the entry.
    if (address.href !== location.href) history.replaceState(history.state, '', address);
  }

  close(): void {
    window.removeEventListener('popstate', this.#read);
  }

  readonly #read = (): void => {
    const parameters = new URL(location.href).searchParams;
    const choice: Record<string, string | null | undefined> = {};
    for (const name of FACET_NAMES) {
      const value = parameters.get(`docs-${name}`);
      if (value !== null) choice[name] = value === ALL ? null : value;
    }
    if (Object.keys(choice).length > 0) chooseFilter(this.#context, choice);
  };
}
