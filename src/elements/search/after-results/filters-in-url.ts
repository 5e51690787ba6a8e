import type { SearchContext } from '../context.ts';
import { chooseFilter } from './facets.ts';
import { FACET_NAMES } from '../panel/has-choices.ts';

/** Value for "all" in an address, because no version or language has that name. */
const ALL = '*';

/**
 * Keeps the reader's choice of version and language in the page's address (`?docs-version=v6&docs-language=de`), so that a link
 * contains it. It is written without a new history entry, and read again on `popstate`.
 */
export class FiltersInUrl {
  readonly #context: SearchContext;

  /** @param reads whether to read the address at once: not if the reader has chosen another filter meanwhile */
  constructor(context: SearchContext, reads: boolean) {
    this.#context = context;
    if (reads) this.#read();
    window.addEventListener('popstate', this.#read);
  }

  /** Write the choice into the address. */
  update(): void {
    const address = new URL(location.href);
    const { choice } = this.#context.site.filters;
    for (const name of FACET_NAMES) {
      const value = choice[name];
      if (value === undefined) address.searchParams.delete(`docs-${name}`);
      else address.searchParams.set(`docs-${name}`, value ?? ALL);
    }
    // Keep the state of the entry, which a router may need.
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
