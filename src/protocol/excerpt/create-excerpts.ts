import type { SearchExcerpt, SearchResult } from '../api.ts';
import { createExcerpt } from './excerpt.ts';
import { createTerms, findMatches } from './matches.ts';

/**
 * Create the excerpts of the results of one answer, for those that have none. The service does this, because it costs a page
 * code, and time at every key; a page does it for other servers. Nothing is marked but the words of the query: what is found by its
 * meaning has no marks.
 */
export function createExcerpts(
  results: readonly SearchResult[],
  query: string,
): ReadonlyMap<SearchResult, SearchExcerpt> {
  const terms = createTerms(query);
  const create = (result: SearchResult): SearchExcerpt => {
    const { content, metadata } = result;
    const headingRanges = findMatches(readHeading(result), terms);
    return { ...createExcerpt(content, metadata.ranges, terms), headingRanges };
  };
  return new Map(
    results.filter(({ metadata }) => !metadata.excerpt).map((result) => [result, create(result)]),
  );
}

function readHeading({ metadata: { title = '', headings = [] } }: SearchResult): string {
  return (headings.findLast((heading) => heading.trim()) ?? title).trim();
}
