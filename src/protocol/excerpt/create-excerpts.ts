import type { SearchExcerpt, SearchResult } from '../api.ts';
import { createExcerpt } from './excerpt.ts';
import { createTerms, findMatches, type Term } from './matches.ts';

/** Fewest letters of a content word in a title; ideographic words count at any length. */
const CONTENT_WORD_LENGTH = 5;

/**
 * Create the excerpts of the results of one answer, for those that have none. The service does this, because it costs a page
 * code, and time at every key; a page does it for other servers.
 */
export function createExcerpts(
  results: readonly SearchResult[],
  query: string,
): ReadonlyMap<SearchResult, SearchExcerpt> {
  const terms = createTerms(query);
  let subject: readonly Term[] | undefined;
  const create = (result: SearchResult): SearchExcerpt => {
    const { content, metadata } = result;
    const headingRanges = findMatches(readHeading(result), terms);
    let excerpt = createExcerpt(content, metadata.ranges, terms);
    // Found by its meaning, without a word of the query: then the words that the answer is about show why.
    if (excerpt.ranges.length + headingRanges.length === 0)
      excerpt = createExcerpt(content, undefined, (subject ??= createTerms(findSubject(results))));
    return { ...excerpt, headingRanges };
  };
  return new Map(
    results.filter(({ metadata }) => !metadata.excerpt).map((result) => [result, create(result)]),
  );
}

/** Find the words that the titles and headings of more than one page have in common, or else those of the first result. */
function findSubject(results: readonly SearchResult[]): string {
  const seen = new Map<string, string>();
  const shared = new Set<string>();
  for (const result of results) {
    for (const word of contentWords(result)) {
      if ((seen.get(word) ?? result.path) !== result.path) shared.add(word);
      seen.set(word, result.path);
    }
  }
  return [...(shared.size > 0 ? shared : contentWords(results[0]!))].join(' ');
}

function contentWords({ metadata: { title = '', headings = [] } }: SearchResult): string[] {
  const text = [title, ...headings].join(' ').toLowerCase();
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length >= CONTENT_WORD_LENGTH || /\p{Lo}/u.test(word));
}

function readHeading({ metadata: { title = '', headings = [] } }: SearchResult): string {
  return (headings.findLast((heading) => heading.trim()) ?? title).trim();
}
