import type { MatchedRange, SearchResult } from '../protocol/api.ts';
import { estimateTokens, lengthOfTokens } from './token-estimate.ts';

/** Share of what is left of a budget that one passage may take: the best ones have more room than those behind them. */
const SHARE = 0.5;
/** Tokens from which on a passage is worth reading. With less left, no other one follows. */
const MIN_TOKENS = 40;
/** Stands for what is left out. */
const CUT = '…';

/** A result with as much of its text as the budget has. */
interface BudgetedResult {
  result: SearchResult;
  text: string;
  isCut: boolean;
}

/**
 * Return the best results within a budget of tokens. A text that is too long is cut to the lines around the words of the query.
 *
 * @param maxTokens of all results, as JSON
 * @param tokensBeside of what stands beside the text of a result
 */
export function bestPassages(
  results: readonly SearchResult[],
  maxTokens: number,
  tokensBeside: (result: SearchResult) => number,
): BudgetedResult[] {
  const passages: BudgetedResult[] = [];
  const cost = (text: string): number => estimateTokens(JSON.stringify(text));
  let left = maxTokens;
  for (const result of results) {
    const room = left - tokensBeside(result);
    if (passages.length > 0 && room < MIN_TOKENS) break;
    const { content, metadata } = result;
    const all = cost(content);
    const text =
      all <= room * SHARE || all <= MIN_TOKENS
        ? content
        : cutAround(
            content,
            metadata.ranges ?? [],
            lengthOfTokens(content, Math.max(MIN_TOKENS, room * SHARE)),
          );
    passages.push({ result, text, isCut: text !== content });
    left = room - cost(text);
  }
  return passages;
}

/** Return the part of a text, from the beginning of a line, that has most places of the query, and says where it is cut. */
function cutAround(text: string, ranges: readonly MatchedRange[], length: number): string {
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

function countWithin(ranges: readonly MatchedRange[], from: number, length: number): number {
  return ranges.filter(([start, end]) => start >= from && end <= from + length).length;
}
