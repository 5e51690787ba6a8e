import type { DocsFilter } from '../../protocol/api.ts';
import { SnapshotStore } from '../snapshot-store.ts';
import { siteKey, storageKey, type CheckedStorage, type Site } from '../storage/storage.ts';
import { readFilterChoice, toFilter, type FilterChoice } from '../storage/stored-values.ts';

/** Options of a {@link FilterScope}. */
export interface FilterScopeOptions {
  readonly site: Site;
  readonly storage: CheckedStorage;
  /** The filter without a choice: the page's own version and language. Default none. */
  readonly pageFilter?: DocsFilter;
}

class ChoiceStore extends SnapshotStore<FilterChoice> {
  set(choice: FilterChoice): void {
    this.replace(choice);
  }
}

/** The choices of every site on this page: elements of one site share one. */
const choices = new Map<string, ChoiceStore>();

/**
 * The version and language that questions and searches are restricted to: the reader's choice, else the page's own. All
 * filters of one site share the choice, on a page and across tabs, and it is kept over reloads; each has a page filter and
 * a storage of its own.
 */
export class FilterScope extends SnapshotStore<DocsFilter> {
  readonly #key: string;
  readonly #storage: CheckedStorage;
  readonly #chosen: ChoiceStore;
  readonly #unsubscribe: readonly (() => void)[];
  #pageFilter: DocsFilter;

  constructor({ site, storage, pageFilter = {} }: FilterScopeOptions) {
    super({});
    this.#key = storageKey(site, 'filter');
    this.#storage = storage;
    this.#pageFilter = pageFilter;
    const chosen = choices.get(siteKey(site)) ?? new ChoiceStore({});
    choices.set(siteKey(site), (this.#chosen = chosen));
    this.#unsubscribe = [
      chosen.subscribe(() => this.#derive()),
      storage.subscribe((key) => {
        if (key === null) this.#restore();
        else if (key === this.#key) this.#chosen.set(this.#storage.read(key, readFilterChoice) ?? {});
      }),
    ];
    this.#restore();
    this.#derive();
  }

  /** The reader's choice, without the page's own values. */
  get choice(): FilterChoice {
    return this.#chosen.snapshot;
  }

  get pageFilter(): DocsFilter {
    return this.#pageFilter;
  }

  set pageFilter(filter: DocsFilter) {
    this.#pageFilter = filter;
    this.#derive();
  }

  /**
   * Choose for all elements of the site on this page. Omitted names keep their choice; `null` is "all versions" or "all
   * languages"; `undefined` removes the choice. A value over 64 characters counts as `undefined`.
   */
  set(choice: { [Name in keyof FilterChoice]?: FilterChoice[Name] | undefined }): void {
    const chosen = readFilterChoice({ ...this.choice, ...choice }) ?? {};
    this.#storage.write(this.#key, Object.keys(chosen).length > 0 ? chosen : null);
    this.#chosen.set(chosen);
  }

  /** Remove all choices: the page's own values count again. */
  clear(): void {
    this.#storage.remove(this.#key);
    this.#chosen.set({});
  }

  /** Unsubscribe from the storage. The choice stays, for the other filters of the site and for later ones. */
  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  /** Read the stored choice, unless another one was made on this page meanwhile. */
  #restore(): void {
    if (Object.keys(this.choice).length > 0) return;
    const kept = this.#storage.read(this.#key, readFilterChoice);
    if (kept !== null) this.#chosen.set(kept);
  }

  #derive(): void {
    const filter = toFilter({ ...this.#pageFilter, ...this.choice });
    const { version, language } = this.snapshot;
    if (filter.version !== version || filter.language !== language) this.replace(filter);
  }
}
