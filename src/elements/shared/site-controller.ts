import type { ReactiveController } from 'lit';
import type { DocsFilter } from '../../protocol/api.ts';
import { FilterScope } from '../../state/filter-scope.ts';
import { openStorage, siteKey, type CheckedStorage } from '../../state/storage.ts';
import type { DocsElement } from './docs-element.ts';

/** Detail of `docs-filter-change`. */
export interface FilterChangeDetail {
  readonly filter: DocsFilter;
}

/**
 * What an element shares with the others of its site: the storage, and the version and language chosen. Follows the
 * host's `endpoint`, `domain`, `storage` and page filter. Only what is loaded on first use may import it.
 */
export class SiteController implements ReactiveController {
  readonly storage: CheckedStorage;
  filters!: FilterScope;

  readonly #host: DocsElement;
  #unsubscribe: () => void = () => {};
  #site: string | null = null;

  constructor(host: DocsElement) {
    this.#host = host;
    this.storage = openStorage(host.storage, (kind) => window[`${kind}Storage`]);
    this.#follow();
    host.addController(this);
  }

  /** Takes the reader's choice, for every element of the site on this page, and tells the page. */
  choose(choice: Parameters<FilterScope['set']>[0]): void {
    this.filters.set(choice);
    this.#host.emit('docs-filter-change', { filter: this.filters.snapshot } satisfies FilterChangeDetail);
  }

  hostConnected(): void {
    window.addEventListener('storage', this.#handleStorage);
    this.#follow();
  }

  hostDisconnected(): void {
    window.removeEventListener('storage', this.#handleStorage);
    this.#leave();
  }

  hostUpdate(): void {
    this.#follow();
  }

  readonly #handleStorage = (event: StorageEvent): void => this.storage.handleStorageEvent(event);

  #follow(): void {
    const host = this.#host;
    this.storage.switchTo(host.storage);
    if (siteKey(host) !== this.#site) {
      this.#leave();
      this.#site = siteKey(host);
      const { endpoint, domain } = host;
      this.filters = new FilterScope({ site: { endpoint, domain }, storage: this.storage });
      this.#unsubscribe = this.filters.subscribe(() => host.requestUpdate());
    }
    this.filters.pageFilter = host.pageFilter;
  }

  #leave(): void {
    this.#unsubscribe();
    this.filters?.close();
    this.#site = null;
  }
}

declare global {
  interface HTMLElementEventMap {
    'docs-filter-change': CustomEvent<FilterChangeDetail>;
  }
}
