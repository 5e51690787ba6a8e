import type { MatchedRange } from '../../../protocol/api.ts';
import { findBestMatch, readTerms } from '../../../protocol/excerpt/excerpt.ts';
import { createTerms, findMatches, UNSPACED } from '../../../protocol/excerpt/matches.ts';
import { isInCode, stripMarkdown } from '../../../protocol/excerpt/plain-text.ts';

/** Number of words before and after the match in a passage: enough to be unique on most pages. */
const WORDS_AROUND = 3;
/** Minimum length of a passage: in words, or in characters for scripts without spaces. */
const MIN_WORDS = 3;
const MIN_UNSPACED = 8;
/**
 * Text that a page renders unchanged. A passage ends at quotation marks, dashes and dots, because a page may render them as
 * typographic ones, and because a passage must not span blocks such as cells and items.
 */
const PLAIN_RUN = /[\p{L}\p{N}_]+(?:[ ,]? ?[\p{L}\p{N}_]+)*/gu;

/**
 * Create the text directive (`:~:text=…`) for the passage of a section that matches a query: a browser scrolls to the
 * passage and highlights it. If it does not find the passage, it scrolls to the section.
 *
 * @param ranges matches in the content, from the server
 * @returns `''` if nothing matches
 */
export function createTextDirective(
  content: string,
  ranges: readonly MatchedRange[] | undefined,
  query: string,
): string {
  const match = findBestMatch(content, ranges, createTerms(query));
  if (match === null) return '';
  const [start, end] = match;
  const lineStart = content.lastIndexOf('\n', start - 1) + 1;
  // A table cell is a block of its own.
  const isRow = /^\s*\|/.test(content.slice(lineStart));
  const blockStart = isRow ? content.lastIndexOf('|', start - 1) + 1 : lineStart;
  const blockEnd = content.slice(end).search(isRow ? /[|\n]|$/ : /\n|$/) + end;
  const block = stripMarkdown(content.slice(blockStart, blockEnd), isInCode(content, start));
  const passage = aroundMatch(block, findMatches(block, readTerms(content, [match]))[0]);
  return isDistinct(passage) ? `:~:text=${encode(passage)}` : '';
}

/** Whether a passage is long enough to be unique: a browser scrolls to its first occurrence in the page. */
function isDistinct(passage: string): boolean {
  return passage.split(' ').length >= MIN_WORDS || (UNSPACED.test(passage) && passage.length >= MIN_UNSPACED);
}

function aroundMatch(text: string, match: MatchedRange | undefined): string {
  if (match === undefined) return '';
  const [place] = match;
  const run = [...text.matchAll(PLAIN_RUN)].find(({ 0: words, index }) => index + words.length > place);
  if (run === undefined) return '';
  const words = [...run[0].matchAll(/[\p{L}\p{N}_]+/gu)];
  const matched = words.findIndex(({ 0: text, index }) => run.index + index + text.length > place);
  const first = words[Math.max(0, matched - WORDS_AROUND)]!;
  const last = words[Math.min(words.length - 1, matched + WORDS_AROUND)]!;
  return run[0].slice(first.index, last.index + last[0].length);
}

/** Escape a passage: a comma, a hyphen and an ampersand are syntax of the directive. */
function encode(passage: string): string {
  return encodeURIComponent(passage).replaceAll('-', '%2D');
}
