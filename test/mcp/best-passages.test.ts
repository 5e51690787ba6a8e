/** What of long texts is in a budget. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bestPassages } from '../../src/mcp/best-passages.ts';
import type { MatchedRange } from '../../src/protocol/api.ts';

/** A text, and where it has a word. */
function found(content: string, word: string): { content: string; ranges: MatchedRange[] } {
  const ranges = [...content.matchAll(new RegExp(word, 'g'))].map(({ index }): MatchedRange => [
    index,
    index + word.length,
  ]);
  return { content, ranges };
}
const only = (content: string, word: string, maxTokens: number): string =>
  bestPassages([found(content, word)], { maxTokens, share: 1 }, () => 0)[0]!.text;

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `| option-${from + at} | of the kiln |\n`).join('');
const TABLE = `Options:\n\n| Name | |\n| --- | --- |\n${rows(0, 60)}| glaze | celadon |\n${rows(60, 120)}\nAfter.`;

describe('a text beyond the budget', () => {
  it('has of a table its head and the rows with words of the query', () => {
    const text = only(TABLE, 'glaze', 100);
    assert.equal(text, 'Options:\n\n| Name | |\n| --- | --- |\n| glaze | celadon |\n\nAfter.');
  });

  it('keeps a table of which no row has a word, and cuts it', () => {
    const text = only(TABLE, 'After', 100);
    assert.match(text, /^…\n[^]*After\.$/);
    assert.ok(text.length < 500);
    assert.match(only(TABLE, 'nothing', 100), /^Options:[^]*option-1 [^]* …$/);
  });

  it('keeps the rest where a second table has no such row', () => {
    const text = only(`${TABLE}\n\n| A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n`, 'glaze', 100);
    assert.match(text, /\| glaze \| celadon \|\n\nAfter\.\n\n\| A \| B \|\n\| - \| - \|\n\| 1 \| 2 \|/);
  });

  it('is whole within the budget', () => {
    assert.equal(only(TABLE, 'glaze', 5_000), TABLE);
  });
});
