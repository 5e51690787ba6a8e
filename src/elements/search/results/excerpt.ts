import type { MatchedRange } from '../../../protocol/api.ts';
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

/**
 * Words that are looked for. Not a regular expression: one that knows letters takes longer to make than all of its
 * searches, and there would be another one with every key.
 */
export interface Term {
  /** In lower case. */
  readonly text: string;
  /** Whether it is found only where a word begins. */
  readonly startsWord: boolean;
  /** Whether it is found only where a word ends, wherever that is, or together with the rest of its word. */
  readonly ending: 'word' | 'any' | 'rest';
}

/** The words of a query, in the forms in which a reader would take them for the same word. */
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

/** `deploying` → `deploy`: the ending is cut from English words that are long enough to stay themselves. */
function stem(word: string): string {
  const lower = word.toLowerCase();
  return /^[a-z]{4,}$/.test(lower) ? lower.replace(/(?<=...)(?:ing|ies|ed|es|s|e)$/, '') : lower;
}

/** Splits a text at its matches. */
export function markText(text: string, terms: readonly Term[]): Segment[] {
  return split(text, findMatches(text, terms), 0, text.length);
}

/**
 * Cuts from the content of a section the stretch that shows best why it was found, as plain text with its matches
 * marked: what the server says matches, else where the words of the query stand.
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

/** Finds the first of the matches that stand closest together; `null` when nothing matches. */
export function findBestMatch(
  content: string,
  ranges: readonly MatchedRange[] | undefined,
  terms: readonly Term[],
): MatchedRange | null {
  return findDensest(ranges?.length ? ranges.toSorted((a, b) => a[0] - b[0]) : findMatches(content, terms));
}

/** What stands at the ranges: in the text freed of its syntax it is somewhere else. */
export function readTerms(content: string, ranges: readonly MatchedRange[]): Term[] {
  return ranges.flatMap(([start, end]) => {
    const words = stripMarkdown(content.slice(start, Math.min(end, start + EXCERPT_LENGTH))).trim();
    // A word is found as a whole; what was a part of one, inside words.
    const startsWord = !LETTER.test(content.charAt(start - 1));
    const ending = LETTER.test(content.charAt(end)) ? 'any' : 'word';
    return words ? { text: words.toLowerCase(), startsWord, ending } : [];
  });
}

/** Finds terms in a text, in the order in which they stand there; of those that overlap the first, and then the longest. */
export function findMatches(text: string, terms: readonly Term[]): MatchedRange[] {
  const lower = text.toLowerCase();
  // A few letters are longer in lower case, and all places behind them others.
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

/** Length of what the sticky pattern matches at this place; `null` when it does not match. */
function matchLength(pattern: RegExp, text: string, place: number): number | null {
  pattern.lastIndex = place;
  return pattern.exec(text)?.[0].length ?? null;
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
