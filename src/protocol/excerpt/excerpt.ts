import type { MatchedRange, SearchExcerpt } from '../api.ts';
import { findMatches, LETTER, type Term } from './matches.ts';
import { isInCode, stripMarkdown } from './plain-text.ts';

/** Characters of an excerpt: two lines in the widest list. */
const EXCERPT_LENGTH = 180;
/** Characters before the first match, because a match is easier to read in its sentence. */
const LEAD_LENGTH = 50;
/** Characters of source around the match that are stripped of their syntax: longer than the excerpt, because of links and markup. */
const WINDOW_LENGTH = 4 * EXCERPT_LENGTH;

/**
 * Create the excerpt of a section that shows best why it was found: plain text with the places of its matches. Matches are
 * the ranges that the search names, or else the words of the query.
 */
export function createExcerpt(
  content: string,
  ranges: readonly MatchedRange[] | undefined,
  terms: readonly Term[],
): SearchExcerpt {
  const target = findBestMatch(content, ranges, terms)?.[0] ?? 0;
  const [start, end] = findWindow(content, target);
  const text = stripMarkdown(content.slice(start, end), isInCode(content, start));
  const matches = findMatches(text, ranges?.length ? readTerms(content, ranges) : terms);
  return cut(text, matches, start > 0, end < content.length);
}

/** Find the first match of the densest group; `null` when nothing matches. */
export function findBestMatch(
  content: string,
  ranges: readonly MatchedRange[] | undefined,
  terms: readonly Term[],
): MatchedRange | null {
  return findDensest(ranges?.length ? ranges.toSorted((a, b) => a[0] - b[0]) : findMatches(content, terms));
}

/** Read the words at the ranges, to find them again in the stripped text, where their offsets differ. */
export function readTerms(content: string, ranges: readonly MatchedRange[]): Term[] {
  return ranges.flatMap(([start, end]) => {
    const words = stripMarkdown(content.slice(start, Math.min(end, start + EXCERPT_LENGTH))).trim();
    // A word is found as a whole; what was a part of one, inside words.
    const startsWord = !LETTER.test(content.charAt(start - 1));
    const ending = LETTER.test(content.charAt(end)) ? 'any' : 'word';
    return words ? { text: words.toLowerCase(), startsWord, ending } : [];
  });
}

/** Find the match at which an excerpt with the most matches starts; `null` without matches. */
function findDensest(ranges: readonly MatchedRange[]): MatchedRange | null {
  let best: MatchedRange | null = null;
  let most = 0;
  let first = 0;
  for (let last = 0; last < ranges.length; last += 1) {
    while (ranges[last]![1] - ranges[first]![0] > EXCERPT_LENGTH - LEAD_LENGTH && first < last) first += 1;
    if (last - first + 1 > most) {
      most = last - first + 1;
      best = ranges[first]!;
    }
  }
  return best;
}

/** Find the window of source to strip. It starts at a line, because block syntax is recognized there. */
function findWindow(source: string, target: number): [start: number, end: number] {
  const earliest = Math.max(0, target - WINDOW_LENGTH / 4);
  const lineStart = source.lastIndexOf('\n', earliest) + 1;
  const start = earliest - lineStart > WINDOW_LENGTH ? earliest : lineStart;
  return [start, Math.min(source.length, target + WINDOW_LENGTH)];
}

function cut(
  text: string,
  matches: readonly MatchedRange[],
  cutBefore: boolean,
  cutAfter: boolean,
): SearchExcerpt {
  const target = findDensest(matches)?.[0] ?? 0;
  const start = target > LEAD_LENGTH ? toWordStart(text, target - LEAD_LENGTH, target) : 0;
  const end =
    text.length - start > EXCERPT_LENGTH ? toWordEnd(text, start + EXCERPT_LENGTH, start) : text.length;
  const before = start > 0 || (cutBefore && text !== '') ? '… ' : '';
  const after = end < text.trimEnd().length || cutAfter ? ' …' : '';
  const shift = before.length - start;
  return {
    text: before + text.slice(start, end) + after,
    ranges: matches
      .map(([from, to]): MatchedRange => [Math.max(from, start), Math.min(to, end)])
      .filter(([from, to]) => from < to)
      .map(([from, to]) => [from + shift, to + shift]),
  };
}

/** Return the start of the first word after `from`, or `from` when no word starts before `limit`. */
function toWordStart(text: string, from: number, limit: number): number {
  const space = text.indexOf(' ', from);
  return space >= 0 && space < limit ? space + 1 : avoidHalfCharacter(text, from);
}

function toWordEnd(text: string, from: number, limit: number): number {
  const space = text.lastIndexOf(' ', from);
  return space > limit + EXCERPT_LENGTH / 2 ? space : avoidHalfCharacter(text, from);
}

function avoidHalfCharacter(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  return unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset;
}
