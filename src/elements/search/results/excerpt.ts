import type { MatchedRange } from '../../../protocol/api.ts';
import { isInCode, stripMarkdown } from './plain-text.ts';

/** A part of a text, plain or marked as a match. */
export interface Segment {
  readonly text: string;
  readonly marked: boolean;
}

/** Matches beyond this many are not marked. */
const MAX_MATCHES = 200;
/** Words of a query beyond this many are not marked. */
const MAX_TERMS = 16;
/** Characters of an excerpt: two lines in the widest list. */
const EXCERPT_LENGTH = 180;
/** Characters before the first match, because a match is easier to read in its sentence. */
const LEAD_LENGTH = 50;
/** Characters of source around the match that are stripped of their syntax: longer than the excerpt, because of links and markup. */
const WINDOW_LENGTH = 4 * EXCERPT_LENGTH;

/**
 * A word to search for. Not a regular expression: compiling one with Unicode classes takes longer than all of its
 * searches, and each key would need another one.
 */
export interface Term {
  /** In lower case. */
  readonly text: string;
  /** Whether it is found only where a word begins. */
  readonly startsWord: boolean;
  /** Whether it is found only where a word ends, wherever that is, or together with the rest of its word. */
  readonly ending: 'word' | 'any' | 'rest';
}

/** Split a query into its words, each reduced to its stem. */
export function createTerms(query: string): Term[] {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.slice(0, MAX_TERMS).map(stem))].map((text) =>
    UNSPACED.test(text)
      ? { text, startsWord: false, ending: 'any' }
      : { text, startsWord: true, ending: text.length > 2 ? 'rest' : 'word' },
  );
}

const LETTER = /[\p{L}\p{N}]/u;
const LETTER_BEFORE = /(?<=[\p{L}\p{N}])/uy;
const LETTERS_AFTER = /[\p{L}\p{N}]+/uy;
/** Scripts that are written without spaces: their words are found inside others. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Cut the ending from an English word (`deploying` → `deploy`), unless the word is short. */
function stem(word: string): string {
  const lower = word.toLowerCase();
  return /^[a-z]{4,}$/.test(lower) ? lower.replace(/(?<=...)(?:ing|ies|ed|es|s|e)$/, '') : lower;
}

/** Split a text at its matches. */
export function markText(text: string, terms: readonly Term[]): Segment[] {
  return split(text, findMatches(text, terms), 0, text.length);
}

/**
 * Create the excerpt of a section that shows best why it was found: plain text with its matches marked. Matches are the
 * ranges that the server names, or else the words of the query.
 */
export function createExcerpt(
  content: string,
  ranges: readonly MatchedRange[] | undefined,
  terms: readonly Term[],
): Segment[] {
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

/** Find terms in a text, in its order; of overlapping matches keep the first, then the longest. */
export function findMatches(text: string, terms: readonly Term[]): MatchedRange[] {
  const lower = text.toLowerCase();
  // A few letters are longer in lower case, which moves all offsets behind them.
  const searched = lower.length === text.length ? lower : text;
  let end = 0;
  return terms
    .flatMap((term) => findTerm(searched, term))
    .sort(([start, end], [otherStart, otherEnd]) => start - otherStart || otherEnd - end)
    .filter((match) => match[0] >= end && (end = match[1]))
    .slice(0, MAX_MATCHES);
}

function findTerm(text: string, { text: wanted, startsWord, ending }: Term): MatchedRange[] {
  const matches: MatchedRange[] = [];
  let start = -1;
  while (matches.length < MAX_MATCHES && (start = text.indexOf(wanted, start + 1)) >= 0) {
    if (startsWord && matchLength(LETTER_BEFORE, text, start) !== null) continue;
    const end = start + wanted.length;
    const rest = ending === 'any' ? 0 : (matchLength(LETTERS_AFTER, text, end) ?? 0);
    if (ending !== 'word' || rest === 0) matches.push([start, end + rest]);
  }
  return matches;
}

/** Return the length of a sticky pattern's match at an offset; `null` without one. */
function matchLength(pattern: RegExp, text: string, place: number): number | null {
  pattern.lastIndex = place;
  return pattern.exec(text)?.[0].length ?? null;
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
