import type { MatchedRange, SearchExcerpt, SearchResult, SearchResultMetadata } from '../protocol/api.ts';
import { isRecord, type UnknownRecord } from '../protocol/record.ts';
import { badContent } from './read-json.ts';

/** Maximum number of results that are read from one response. */
export const MAX_SEARCH_RESULTS = 100;
/** Maximum length of content of a result; longer ones are cut. */
export const MAX_RESULT_CONTENT = 20_000;
/** Maximum length of a path, title, heading, excerpt or other short text; a longer path drops the result, other texts are cut. */
export const MAX_RESULT_FIELD = 2000;
/** Maximum number of headings of one result, and most matched ranges of its content and its excerpt. */
export const MAX_RESULT_ENTRIES = 100;

const TEXT_FIELDS = ['title', 'description', 'anchor', 'version', 'language', 'href'] as const;

/**
 * Read the response to a search. Items that are no results are dropped, and so are known fields of a wrong type; unknown
 * fields pass unchanged.
 *
 * @throws RequestFailure `bad-content` when it is not an array
 */
export function readSearchResults(value: unknown): SearchResult[] {
  if (!Array.isArray(value)) throw badContent('The answer is not a list of search results.');
  return value.slice(0, MAX_SEARCH_RESULTS).flatMap((result) => readSearchResult(result) ?? []);
}

function readSearchResult(result: unknown): SearchResult | null {
  if (!isRecord(result)) return null;
  const { content, path, metadata } = result;
  if (typeof content !== 'string' || typeof path !== 'string') return null;
  // An empty path is that of the front page.
  if (path.length > MAX_RESULT_FIELD) return null;
  const kept = content.slice(0, MAX_RESULT_CONTENT);
  return { content: kept, path, metadata: isRecord(metadata) ? readMetadata(metadata, kept.length) : {} };
}

function readMetadata(
  { headings, score, ranges, excerpt, ...rest }: UnknownRecord,
  contentLength: number,
): SearchResultMetadata {
  const metadata: SearchResultMetadata = { ...rest };
  for (const field of TEXT_FIELDS) {
    const text = rest[field];
    if (typeof text === 'string') metadata[field] = text.slice(0, MAX_RESULT_FIELD);
    else delete metadata[field];
  }
  if (typeof score === 'number') metadata.score = score;
  if (Array.isArray(headings)) {
    metadata.headings = headings
      .slice(0, MAX_RESULT_ENTRIES)
      .filter((heading) => typeof heading === 'string')
      .map((heading) => heading.slice(0, MAX_RESULT_FIELD));
  }
  if (Array.isArray(ranges)) metadata.ranges = readRanges(ranges, contentLength);
  const kept = isRecord(excerpt) && readExcerpt(excerpt);
  if (kept) metadata.excerpt = kept;
  return metadata;
}

function readExcerpt({ text, ranges, headingRanges }: UnknownRecord): SearchExcerpt | null {
  if (typeof text !== 'string' || !Array.isArray(ranges)) return null;
  const kept = text.slice(0, MAX_RESULT_FIELD);
  return {
    text: kept,
    ranges: readRanges(ranges, kept.length),
    ...(Array.isArray(headingRanges) && { headingRanges: readRanges(headingRanges, MAX_RESULT_FIELD) }),
  };
}

function readRanges(ranges: readonly unknown[], length: number): MatchedRange[] {
  return ranges.slice(0, MAX_RESULT_ENTRIES).filter((range) => isRange(range, length));
}

function isRange(value: unknown, length: number): value is MatchedRange {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [start, end] = value;
  return Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start < end && end <= length;
}
