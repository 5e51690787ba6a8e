import { findMatchRanges } from '../words/match-ranges.ts';
import { wordsOf } from '../words/searchable-text.ts';
import type { SectionHit } from './search-index.ts';

/** Least share of words that near-copies have in common, the words of the query aside, which all hits have. */
const MIN_COMMON = 0.7;
/** The same below equal headings, as pages from one template have them. */
const MIN_COMMON_BELOW_ONE_HEADING = 0.5;

/** Least number of other words around those of the query that tell whether texts are copies; of fewer, the whole section is compared. */
const MIN_WORDS = 5;

/**
 * Move hits that say nearly what a better one of the same version and language says to the end, in their order, because what pages have in
 * common says least about any of them. What counts is the text around the words of the query, or the whole section if it is called so.
 */
export function nearCopiesLast<Read extends { hit: SectionHit }>(
  read: readonly Read[],
  queryWords: readonly string[],
): Read[] {
  const otherWords = (text: string): Set<string> =>
    new Set(wordsOf(text).filter((word) => !queryWords.includes(word)));
  const kept: { of: SectionHit['section']; words: ReadonlySet<string> }[] = [];
  const first: Read[] = [];
  const last: Read[] = [];
  for (const one of read) {
    const of = one.hit.section;
    const name = of.headings.at(-1) ?? of.title;
    const isNamed = findMatchRanges(name, queryWords).length > 0;
    const around = isNamed ? null : otherWords(matchedLines(one.hit));
    const words = around && around.size >= MIN_WORDS ? around : otherWords(of.content);
    const isCopy = kept.some(
      (better) =>
        better.of.version === of.version &&
        better.of.language === of.language &&
        shareInCommon(better.words, words) >=
          (better.of.headings.at(-1) === of.headings.at(-1) ? MIN_COMMON_BELOW_ONE_HEADING : MIN_COMMON),
    );
    if (!isCopy) kept.push({ of, words });
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

/** Return the Dice coefficient of two sets; 0 for empty ones. */
function shareInCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...other].filter((word) => one.has(word)).length;
  return (2 * common) / (one.size + other.size || 1);
}
