import type { DocsFilter } from '../protocol/api.ts';
import { SnapshotStore } from './snapshot-store.ts';
import { siteKey, storageKey, type CheckedStorage, type Site } from './storage.ts';
import { readFilterChoice, toFilter, type FilterChoice } from './stored-values.ts';

/** What a {@link FilterScope} works with. */
export interface FilterScopeOptions {
  readonly site: Site;
  readonly storage: CheckedStorage;
  /** What holds where the reader chose nothing: the page's own version and language. Default none. */
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
 * The version and language that questions and searches are restricted to: what the reader chose, else what the page
 * says. All scopes of one site share the choice, on a page and over the tabs of a browser, and it is kept over reloads;
 * each has a page filter and a storage of its own.
 */
export class FilterScope extends SnapshotStore<DocsFilter> {
  readonly #key: string;
  readonly #storage: CheckedStorage;
  readonly #choice: ChoiceStore;
  readonly #unsubscribe: readonly (() => void)[];
  #pageFilter: DocsFilter;

  constructor({ site, storage, pageFilter = {} }: FilterScopeOptions) {
    super({});
    this.#key = storageKey(site, 'filter');
    this.#storage = storage;
    this.#pageFilter = pageFilter;
    const choice = choices.get(siteKey(site)) ?? new ChoiceStore({});
    choices.set(siteKey(site), (this.#choice = choice));
    this.#unsubscribe = [
      choice.subscribe(() => this.#derive()),
      storage.subscribe((key) => {
        if (key === null) this.#restore();
        else if (key === this.#key) this.#choice.set(this.#storage.read(key, readFilterChoice) ?? {});
      }),
    ];
    this.#restore();
    this.#derive();
  }

  /** What the reader chose, without the page's own values. */
  get choice(): FilterChoice {
    return this.#choice.snapshot;
  }

  get pageFilter(): DocsFilter {
    return this.#pageFilter;
  }

  set pageFilter(filter: DocsFilter) {
    this.#pageFilter = filter;
    this.#derive();
  }

  /**
   * Chooses for every element of the site on this page. Names that are left out keep their choice; `null` is "all
   * versions" or "all languages"; `undefined` takes the choice back. A value over 64 characters counts as `undefined`.
   */
  set(choice: { [Name in keyof FilterChoice]?: FilterChoice[Name] | undefined }): void {
    const chosen = readFilterChoice({ ...this.choice, ...choice }) ?? {};
    this.#storage.write(this.#key, Object.keys(chosen).length > 0 ? chosen : null);
    this.#choice.set(chosen);
  }

  /** Takes all choices back: the page's own values hold again. */
  clear(): void {
    this.set({ version: undefined, language: undefined });
  }

  /** Ends the scope. The choice stays, for the other scopes of the site and for later ones. */
  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  /** Takes up what was kept, unless something was chosen on this page meanwhile. */
  #restore(): void {
    if (Object.keys(this.choice).length > 0) return;
    const kept = this.#storage.read(this.#key, readFilterChoice);
    if (kept !== null) this.#choice.set(kept);
  }

  #derive(): void {
    const filter = toFilter({ ...this.#pageFilter, ...this.choice });
    const { version, language } = this.snapshot;
    if (filter.version !== version || filter.language !== language) this.replace(filter);
  }
}
