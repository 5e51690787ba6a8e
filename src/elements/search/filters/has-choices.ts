import type { SearchContext, SearchHost } from '../context.ts';
import { FACET_NAMES, isFacetValue, type FacetName } from './facet-names.ts';

/** Whether the host names versions or languages to choose from. */
export function hasGivenChoices({ withoutFilters, versions, languages }: SearchHost): boolean {
  return !withoutFilters && versions.length + languages.length > 0;
}

/** Whether the answers tell of two versions or languages to choose from. */
export function hasFoundChoices({
  host,
  snapshot,
  answers,
}: Pick<SearchContext, 'host' | 'snapshot' | 'answers'>): boolean {
  const results = answers.flatMap((answer) => answer.results);
  const list = (name: FacetName): Set<string> =>
    new Set([snapshot.filter[name], ...results.map(({ metadata }) => metadata[name])].filter(isFacetValue));
  return !host.withoutFilters && FACET_NAMES.some((name) => list(name).size > 1);
}
