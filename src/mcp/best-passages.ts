import type { MatchedRange } from '../protocol/api.ts';
import { estimateTokens, lengthOfTokens } from './token-estimate.ts';

/** Tokens from which on a passage is worth reading. With less left, no other one follows. */
const MIN_TOKENS = 40;
/** Stands for what is left out. */
const CUT = '…';

/** A text that was found. */
interface FoundText {
  /** Markdown. */
  content: string;
  /** Where `content` has words of the query. */
  ranges?: readonly MatchedRange[];
}

/** A result with as much of its text as the budget has. */
interface BudgetedResult<Found> {
  result: Found;
  text: string;
  isCut: boolean;
}

/**
 * Return the best results within a budget of tokens. A text that is too long is cut to the lines around the words of the query.
 *
 * @param maxTokens of all results, as JSON
 * @param share of what is left of the budget that one passage may take: the best ones have more room than those behind them
 * @param tokensBeside of what stands beside the text of a result
 */
export function bestPassages<Found extends FoundText>(
  results: readonly Found[],
  { maxTokens, share }: { maxTokens: number; share: number },
  tokensBeside: (result: Found) => number,
): BudgetedResult<Found>[] {
  const passages: BudgetedResult<Found>[] = [];
  const cost = (text: string): number => estimateTokens(JSON.stringify(text));
  let left = maxTokens;
  for (const result of results) {
    const room = left - tokensBeside(result);
    if (passages.length > 0 && room < MIN_TOKENS) break;
    const { content, ranges = [] } = result;
    const all = cost(content);
    const text =
      all <= room * share || all <= MIN_TOKENS
        ? content
        : cutAround(content, ranges, lengthOfTokens(content, Math.max(MIN_TOKENS, room * share)));
    passages.push({ result, text, isCut: text !== content });
    left = room - cost(text);
  }
  return passages;
}

/** Return the part of a text, from the beginning of a line, that has most words of the query, and says where it is cut. */
function cutAround(given: string, places: readonly MatchedRange[], length: number): string {
  const { text, ranges } = withoutOtherRows(given, places);
  if (text.length <= length) return text;
  let start = 0;
  let most = countWithin(ranges, 0, length);
  for (const [at] of ranges) {
    const line = text.lastIndexOf('\n', at) + 1;
    // A line that is longer than the part itself begins in its middle.
    const from = at - line < length / 2 ? line : at;
    const count = countWithin(ranges, from, length);
    if (count > most) [start, most] = [from, count];
  }
  const end = start + length;
  return `${start > 0 ? `${CUT}\n` : ''}${text.slice(start, end)}${end < text.length ? ` ${CUT}` : ''}`;
}

/** A table: its head, its rule, and its rows. */
const TABLE = /(?<=^|\n)(?:\|.*\n){2}(?:\|.*(?:\n|$)){3,}/g;

/** Leave out the rows of tables that have no word of the query, where others of the table have one. */
function withoutOtherRows(
  text: string,
  ranges: readonly MatchedRange[],
): { text: string; ranges: readonly MatchedRange[] } {
  const left: MatchedRange[] = [];
  for (const { 0: table, index } of text.matchAll(TABLE)) {
    const rows: MatchedRange[] = [];
    let at = index;
    for (const [number, line] of table.split(/(?<=\n)/).entries()) {
      if (number > 1) rows.push([at, at + line.length]);
      at += line.length;
    }
    const others = rows.filter(([start, end]) => !ranges.some(([from]) => from >= start && from < end));
    if (others.length < rows.length) left.push(...others);
  }
  if (left.length === 0) return { text, ranges };
  const before = (at: number) =>
    left.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(at, end) - start), 0);
  const parts = [...left, [text.length, text.length] as const].map(([start], at) =>
    text.slice(at === 0 ? 0 : left[at - 1]![1], start),
  );
  return {
    text: parts.join(''),
    ranges: ranges.map(([start, end]) => [start - before(start), end - before(end)]),
  };
}

function countWithin(ranges: readonly MatchedRange[], from: number, length: number): number {
  return ranges.filter(([start, end]) => start >= from && end <= from + length).length;
}
