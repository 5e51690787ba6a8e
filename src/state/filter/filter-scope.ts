import { SiteFilter, type SiteFilterOptions } from './site-filter.ts';
import { readFilterChoice, type FilterChoice } from '../storage/stored-values.ts';

/** What a {@link FilterScope} works with. */
export type FilterScopeOptions = SiteFilterOptions;

/** The version and language of a site, for where they are chosen. What only asks with them does with a {@link SiteFilter}. */
export class FilterScope extends SiteFilter {
  /**
   * Chooses for every element of the site on this page. Names that are left out keep their choice; `null` is "all
   * versions" or "all languages"; `undefined` takes the choice back. A value over 64 characters counts as `undefined`.
   */
  set(choice: { [Name in keyof FilterChoice]?: FilterChoice[Name] | undefined }): void {
    const chosen = readFilterChoice({ ...this.choice, ...choice }) ?? {};
    this.storage.write(this.key, Object.keys(chosen).length > 0 ? chosen : null);
    this.chosen.set(chosen);
  }
}
