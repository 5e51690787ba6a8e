import type { MatchedRange } from '../../protocol/api.ts';
import { isInCode, stripMarkdown } from './plain-text.ts';

/** A stretch of text that is shown as it is or as a match. */
export interface Segment {
  readonly text: string;
  readonly marked: boolean;
}

/** Matches beyond this many are not marked. */
const MAX_MATCHES = 200;
/** Words of a query beyond this many are not marked. */
const MAX_TERMS = 16;
/** Two lines in the widest list. */
const EXCERPT_LENGTH = 180;
/** Words before the first match, so that it is read in its sentence. */
const LEAD_LENGTH = 50;
/** Source around the match that is freed of its syntax; links and markup make it longer than what is shown. */
const WINDOW_LENGTH = 4 * EXCERPT_LENGTH;

/** Finds the words of a query in a text, in the forms in which a reader would take them for the same word; `null` when the query has no words. */
export function createTermPattern(query: string): RegExp | null {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  const terms = [...new Set(words.slice(0, MAX_TERMS).map(stem))].sort((a, b) => b.length - a.length);
  if (terms.length === 0) return null;
  const alternatives = terms.map((term) =>
    UNSPACED.test(term)
      ? term
      : NO_LETTER_BEFORE + term + (term.length > 2 ? `${LETTER.source}*` : NO_LETTER_AFTER),
  );
  return new RegExp(alternatives.join('|'), 'giu');
}

const LETTER = /[\p{L}\p{N}]/u;
const NO_LETTER_BEFORE = `(?<!${LETTER.source})`;
const NO_LETTER_AFTER = `(?!${LETTER.source})`;
/** Scripts that are written without spaces: their words are found inside others. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** `deploying` → `deploy`: the ending is cut from English words that are long enough to stay themselves. */
function stem(word: string): string {
  const lower = word.toLowerCase();
  return /^[a-z]{4,}$/.test(lower) ? lower.replace(/(?<=...)(?:ing|ies|ed|es|s|e)$/, '') : lower;
}

/** Splits a text at the matches of the pattern. */
export function markText(text: string, pattern: RegExp | null): Segment[] {
  return split(text, findMatches(text, pattern), 0, text.length);
}

/**
 * Cuts from the content of a section the stretch that shows best why it was found, as plain text with its matches
 * marked: what the server says matches, else where the pattern finds the words of the query.
 */
export function createExcerpt(
  content: string,
  ranges: readonly MatchedRange[] | undefined,
  pattern: RegExp | null,
): Segment[] {
  const target = findBestMatch(content, ranges, pattern)?.[0] ?? 0;
  const [start, end] = findWindow(content, target);
  const text = stripMarkdown(content.slice(start, end), isInCode(content, start));
  const matches = findMatches(text, ranges?.length ? createRangePattern(content, ranges) : pattern);
  return cut(text, matches, start > 0, end < content.length);
}

/** Finds the first of the matches that stand closest together; `null` when nothing matches. */
export function findBestMatch(
  content: string,
  ranges: readonly MatchedRange[] | undefined,
  pattern: RegExp | null,
): MatchedRange | null {
  return findDensest(ranges?.length ? ranges.toSorted((a, b) => a[0] - b[0]) : findMatches(content, pattern));
}

/** Finds what stands at the ranges: in the text freed of its syntax it is somewhere else. */
export function createRangePattern(content: string, ranges: readonly MatchedRange[]): RegExp | null {
  const alternatives = ranges.flatMap(([start, end]) => {
    const words = stripMarkdown(content.slice(start, Math.min(end, start + EXCERPT_LENGTH))).trim();
    // A word is found as a whole; what was a part of one, inside words.
    const edge = (index: number, outside: string): string =>
      LETTER.test(content.charAt(index)) ? '' : outside;
    return words
      ? edge(start - 1, NO_LETTER_BEFORE) +
          words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') +
          edge(end, NO_LETTER_AFTER)
      : [];
  });
  return alternatives.length > 0 ? new RegExp([...new Set(alternatives)].join('|'), 'giu') : null;
}

function findMatches(text: string, pattern: RegExp | null): MatchedRange[] {
  if (pattern === null) return [];
  const ranges: MatchedRange[] = [];
  pattern.lastIndex = 0;
  for (const match of text.matchAll(pattern)) {
    ranges.push([match.index, match.index + match[0].length]);
    if (ranges.length === MAX_MATCHES) break;
  }
  return ranges;
}

/** The match with which the excerpt that holds the most of them starts; `null` without matches. */
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

/** The stretch of source to read: from the start of a line, so that block syntax is seen. */
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
): Segment[] {
  const target = findDensest(matches)?.[0] ?? 0;
  let start = 0;
  if (target > LEAD_LENGTH) start = toWordStart(text, target - LEAD_LENGTH, target);
  let end = text.length;
  if (end - start > EXCERPT_LENGTH) end = toWordEnd(text, start + EXCERPT_LENGTH, start);
  const segments = split(text, matches, start, end);
  if (start > 0 || (cutBefore && text !== '')) segments.unshift({ text: '… ', marked: false });
  if (end < text.trimEnd().length || cutAfter) segments.push({ text: ' …', marked: false });
  return segments;
}

/** The start of the first word after `from`, or `from` itself where no word starts before `limit`. */
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

function split(text: string, ranges: readonly MatchedRange[], start: number, end: number): Segment[] {
  const segments: Segment[] = [];
  let position = start;
  for (const [from, to] of ranges) {
    const [markStart, markEnd] = [Math.max(from, position), Math.min(to, end)];
    if (markStart >= markEnd) continue;
    if (markStart > position) segments.push({ text: text.slice(position, markStart), marked: false });
    segments.push({ text: text.slice(markStart, markEnd), marked: true });
    position = markEnd;
  }
  if (position < end) segments.push({ text: text.slice(position, end), marked: false });
  return segments;
}
