import type { MatchedRange } from '../../protocol/api.ts';
import { foldWord } from './searchable-text.ts';
import { stem } from './stem.ts';

/** Maximum number of ranges per section. */
const MAX_RANGES = 100;

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Addresses of links, which are not visible. */
const LINK_ADDRESS = /\]\([^()\s]*\)/g;

/** Find the words of a query, or their other forms, in Markdown. In order. */
export function findMatchRanges(content: string, words: readonly string[]): MatchedRange[] {
  const stems = new Set(words.filter((word) => !UNSPACED.test(word)).map(stem));
  const unspaced = words.filter((word) => UNSPACED.test(word));
  const hidden = Array.from(content.matchAll(LINK_ADDRESS), ({ index, 0: text }) => [
    index,
    index + text.length,
  ]);
  const ranges: MatchedRange[] = [];
  let nextHidden = 0;
  for (const { index, 0: word } of content.matchAll(WORD)) {
    while (nextHidden < hidden.length && hidden[nextHidden]![1]! <= index) nextHidden++;
    if (nextHidden < hidden.length && hidden[nextHidden]![0]! <= index) continue;
    if (stems.has(stem(foldWord(word)))) ranges.push([index, index + word.length]);
    else if (unspaced.length > 0) ranges.push(...occurrences(word, unspaced, index));
    if (ranges.length >= MAX_RANGES) break;
  }
  return ranges.slice(0, MAX_RANGES);
}

/** Find the words in a run of text without spaces, left to right, without overlap. */
function occurrences(run: string, words: readonly string[], offset: number): MatchedRange[] {
  const ranges: MatchedRange[] = [];
  for (let at = 0; at < run.length;) {
    const word = words.find((candidate) => run.startsWith(candidate, at));
    if (word !== undefined) ranges.push([offset + at, offset + at + word.length]);
    at += word?.length ?? 1;
  }
  return ranges;
}
