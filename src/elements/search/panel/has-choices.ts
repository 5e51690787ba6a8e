import type { DocsFilter } from '../../../protocol/api.ts';
import type { SearchHost } from '../context.ts';

/** A property that results can be filtered by. */
export type FacetName = keyof DocsFilter;

export const FACET_NAMES: readonly FacetName[] = ['version', 'language'];

/** Whether attributes of the host list versions or languages to choose from. */
export function hasGivenChoices({ withoutFilters, versions, languages }: SearchHost): boolean {
  return !withoutFilters && versions.length + languages.length > 0;
}
