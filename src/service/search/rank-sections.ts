import { DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE } from '../../protocol/api.ts';
import type { DocsIndex, SectionRange } from '../index/docs-index.ts';
import { readKeywordQuery } from './keyword-query.ts';
import type { KeywordQuery } from './keyword-query.ts';
import { findMatchRanges } from './match-ranges.ts';
import { fuseRankings } from './reciprocal-rank-fusion.ts';
import type { RankedSection, Ranking } from './reciprocal-rank-fusion.ts';
import type { SearchOptions, SectionHit } from './search-engine.ts';

/** How far down each ranking is looked at. */
const CANDIDATES = 100;
/** An identifier that stands in a section exactly as it was typed outweighs words and meaning together. */
const EXACT_WEIGHT = 3;

/** What a query means, where that is known. */
export interface QueryMeaning {
  vector: Float32Array;
  /** How much nearness in meaning counts; sharing words counts 1. */
  weight: number;
}

/** Finds the sections that answer a query, best first, in one go: all of them come from the same index. */
export function rankSections(
  index: DocsIndex,
  { query, filter, pageSize, mode = 'hybrid', sectionsPerPage = 1 }: SearchOptions,
  meaning: QueryMeaning | null,
): SectionHit[] {
  const ranges = index.ranges(filter ?? {});
  const keywords = readKeywordQuery(query, index);
  const rankings: Ranking[] = [];
  if (mode !== 'vector' && keywords.expression !== null) {
    rankings.push({ sections: index.matches(keywords.expression, ranges, CANDIDATES), weight: 1 });
    for (const identifier of keywords.identifiers) {
      rankings.push({ sections: exactMatches(index, identifier, ranges), weight: EXACT_WEIGHT });
    }
  }
  if (mode !== 'keyword' && meaning !== null) {
    rankings.push({ sections: index.nearest(meaning.vector, ranges, CANDIDATES), weight: meaning.weight });
  }

  const ranked = spreadOverPages(fuseRankings(rankings), index.pages, sectionsPerPage);
  return ranked.slice(0, readPageSize(pageSize)).map(({ section: number, score }) => {
    const section = index.section(number);
    return {
      section,
      score,
      closeness: meaning === null ? null : index.closeness(number, meaning.vector),
      ranges: findMatchRanges(section.content, keywords.words),
    };
  });
}

/** Sections that hold an identifier as it is written, those first whose heading or title does. */
function exactMatches(
  index: DocsIndex,
  { written, expression }: KeywordQuery['identifiers'][number],
  ranges: readonly SectionRange[],
): number[] {
  const inHeading: number[] = [];
  const inContent: number[] = [];
  for (const number of index.matches(expression, ranges, CANDIDATES)) {
    const { title, headings, content } = index.section(number);
    if (`${headings.at(-1) ?? title}`.includes(written)) inHeading.push(number);
    else if (content.includes(written)) inContent.push(number);
  }
  return [...inHeading, ...inContent];
}

/** Lets every page have its turn before one has more than `perPage` sections. */
function spreadOverPages(ranked: RankedSection[], pages: Int32Array, perPage: number): RankedSection[] {
  const counts = new Map<number, number>();
  const first: RankedSection[] = [];
  const further: RankedSection[] = [];
  for (const one of ranked) {
    const page = pages[one.section - 1]!;
    const count = (counts.get(page) ?? 0) + 1;
    counts.set(page, count);
    (count <= perPage ? first : further).push(one);
  }
  return [...first, ...further];
}

function readPageSize(pageSize: number = DEFAULT_SEARCH_PAGE_SIZE): number {
  return Math.min(MAX_PAGE_SIZE, Math.max(1, Math.floor(pageSize) || 1));
}
