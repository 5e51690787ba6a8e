import type { SearchContext, SearchHost } from '../context.ts';
import { FACET_NAMES, isFacetValue, type FacetName } from './facet-names.ts';

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
  const results = answers.flatMap((answer) => answer.results);
  const list = (name: FacetName): Set<string> =>
    new Set([snapshot.filter[name], ...results.map(({ metadata }) => metadata[name])].filter(isFacetValue));
  return !host.withoutFilters && FACET_NAMES.some((name) => list(name).size > 1);
}
