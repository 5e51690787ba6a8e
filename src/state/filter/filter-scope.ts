import { SiteFilter, type SiteFilterOptions } from './site-filter.ts';
import { readFilterChoice, type FilterChoice } from '../storage/stored-values.ts';

/** Options of a {@link FilterScope}. */
export type FilterScopeOptions = SiteFilterOptions;

/** The version and language of a site, with a method to choose them. To read them, a {@link SiteFilter} is enough. */
export class FilterScope extends SiteFilter {
  /**
   * Choose for all elements of the site on this page. Omitted names keep their choice; `null` is "all versions" or "all
   * languages"; `undefined` removes the choice. A value over 64 characters counts as `undefined`.
   */
  set(choice: { [Name in keyof FilterChoice]?: FilterChoice[Name] | undefined }): void {
    const chosen = readFilterChoice({ ...this.choice, ...choice }) ?? {};
    this.storage.write(this.key, Object.keys(chosen).length > 0 ? chosen : null);
    this.chosen.set(chosen);
  }
}
