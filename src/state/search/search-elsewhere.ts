import { MAX_PAGE_SIZE, type DocsFilter, type SearchResult } from '../../protocol/api.ts';
import type { SearchSource } from '../../protocol/sources.ts';

/** Another filter under which a query without results has some. */
export interface Elsewhere {
  /** The filter that finds results: that of the search with as few changes as possible. */
  readonly filter: DocsFilter;
  readonly count: number;
  /** Whether there may be more than `count`: the answer was as long as answers get. */
  readonly hasMore: boolean;
}

/** Maximum number of places that are offered. */
const MAX_PLACES = 3;

/**
 * Search once without a filter, and list where the query has results: in other versions of the same language, else in
 * other languages of the same version, else anywhere. The place with most results comes first.
 */
export async function searchElsewhere(
  source: SearchSource,
  query: string,
  filter: DocsFilter,
  options?: { signal?: AbortSignal },
): Promise<Elsewhere[]> {
  const results = await source.search({ query, pageSize: MAX_PAGE_SIZE }, options);
  const places = new Map<string, { filter: DocsFilter; count: number }>();
  for (const place of relax(results, filter)) {
    const key = JSON.stringify([place.version, place.language]);
    const counted = places.get(key) ?? { filter: place, count: 0 };
    counted.count++;
    places.set(key, counted);
  }
  const hasMore = results.length >= MAX_PAGE_SIZE;
  return [...places.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_PLACES)
    .map((place) => ({ ...place, hasMore }));
}

/** Relax the filter as little as leads to results: the version, else the language, else both. */
function relax(results: readonly SearchResult[], filter: DocsFilter): DocsFilter[] {
  const holds = (name: keyof DocsFilter, { metadata }: SearchResult): boolean =>
    !filter[name] || !metadata[name] || metadata[name] === filter[name];
  /** A server may leave version and language out of a result. */
  const differs = (name: keyof DocsFilter, { metadata }: SearchResult): boolean =>
    Boolean(metadata[name]) && metadata[name] !== filter[name];
  const others = (kept: keyof DocsFilter, left: keyof DocsFilter): DocsFilter[] =>
    results
      .filter((result) => holds(kept, result) && differs(left, result))
      .map(({ metadata }) => ({ ...filter, [left]: metadata[left] }));
  const versions = filter.version ? others('language', 'version') : [];
  if (versions.length > 0) return versions;
  const languages = filter.language ? others('version', 'language') : [];
  if (languages.length > 0) return languages;
  return results
    .filter((result) => differs('version', result) || differs('language', result))
    .map(({ metadata: { version, language } }) => ({
      ...(version && { version }),
      ...(language && { language }),
    }));
}
