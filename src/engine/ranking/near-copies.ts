import { findMatchRanges } from '../words/match-ranges.ts';
import { wordsOf } from '../words/searchable-text.ts';
import type { SectionHit } from './search-index.ts';

/** Minimum share of pairs of words that near-copies have in common, the words of the query aside, which all hits have. */
const MIN_COMMON = 0.7;
/** The same below equal headings, as pages from one template have them. */
const MIN_COMMON_BELOW_ONE_HEADING = 0.5;
/** Minimum number of pairs of words around those of the query that tell whether texts are copies. With fewer, the whole section is compared. */
const MIN_PAIRS = 4;

/**
 * Move hits that say nearly what a better one on another page says to the end, in their order, because what pages have in common says
 * least about any of them. What counts is the text around the words of the query, or the whole section if it is called so. Versions and
 * translations of a page are no copies here.
 */
export function nearCopiesLast<Read extends { hit: SectionHit }>(
  read: readonly Read[],
  queryWords: readonly string[],
): Read[] {
  const kept: { of: SectionHit['section']; pairs: ReadonlySet<string> }[] = [];
  const first: Read[] = [];
  const last: Read[] = [];
  for (const one of read) {
    const of = one.hit.section;
    const isNamed = findMatchRanges(of.headings.at(-1) ?? of.title, queryWords).length > 0;
    const around = isNamed ? null : wordPairs(matchedLines(one.hit), queryWords);
    const pairs = around && around.size >= MIN_PAIRS ? around : wordPairs(of.content, queryWords);
    const isCopy = kept.some(
      (better) =>
        better.of.path !== of.path &&
        better.of.version === of.version &&
        better.of.language === of.language &&
        shareInCommon(better.pairs, pairs) >=
          (better.of.headings.at(-1) === of.headings.at(-1) ? MIN_COMMON_BELOW_ONE_HEADING : MIN_COMMON),
    );
    if (!isCopy) kept.push({ of, pairs });
    (isCopy ? last : first).push(one);
  }
  return [...first, ...last];
}

/** Return the lines of a section that have words of the query. */
function matchedLines({ section: { content }, ranges }: SectionHit): string {
  const lines = ranges.map(([start]) => {
    const end = content.indexOf('\n', start);
    return content.slice(content.lastIndexOf('\n', start) + 1, end < 0 ? undefined : end);
  });
  return [...new Set(lines)].join('\n');
}

/** Return the words of a text without some, each with the next one. */
function wordPairs(text: string, without: readonly string[]): Set<string> {
  const words = wordsOf(text).filter((word) => !without.includes(word));
  return new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`));
}

/** Return the Dice coefficient of two sets; 0 for empty ones. */
function shareInCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...other].filter((pair) => one.has(pair)).length;
  return (2 * common) / (one.size + other.size || 1);
}
