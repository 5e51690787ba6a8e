import type { DocsFilter } from '../../../protocol/api.ts';
import { MAX_FILTER_VALUE_LENGTH } from '../../../state/storage/stored-values.ts';
import type { SearchContext, SearchHost } from '../context.ts';

/** A property that results can be filtered by. */
export type FacetName = keyof DocsFilter;

export const FACET_NAMES: readonly FacetName[] = ['version', 'language'];

/** Whether a value of a result can be offered as a choice. */
export function isFacetValue(value: string | undefined): value is string {
  return !!value && value.length <= MAX_FILTER_VALUE_LENGTH;
}

/** Whether attributes of the host list versions or languages to choose from. */
export function hasGivenChoices({ withoutFilters, versions, languages }: SearchHost): boolean {
  return !withoutFilters && versions.length + languages.length > 0;
}

/** Whether two or more versions or languages occur in the answers. */
export function hasFoundChoices({
  host,
  snapshot,
  answers,
}: Pick<SearchContext, 'host' | 'snapshot' | 'answers'>): boolean {
  if (host.withoutFilters) return false;
  return FACET_NAMES.some((name) => {
    const found = answers.flatMap(({ results }) => results.map(({ metadata }) => metadata[name]));
    return new Set([snapshot.filter[name], ...found].filter(isFacetValue)).size > 1;
  });
}
