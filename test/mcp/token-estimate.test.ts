import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens, lengthOfTokens } from '../../src/mcp/token-estimate.ts';

test('the estimate counts four letters of ASCII, two of another alphabet and one sign of a word as a token', () => {
  const texts: Record<string, number> = {
    '': 0,
    a: 1,
    'npx docs-assistant build': 6,
    Größe: 2,
    'Обжиг глины': 6,
    慢慢加热窑炉: 6,
    'かま 窯': 4,
    '🔥': 2,
  };
  for (const [text, tokens] of Object.entries(texts)) assert.equal(estimateTokens(text), tokens, text);
});

test('a text has at most the tokens that its length was asked for', () => {
  for (const text of ['clay '.repeat(100), '窯'.repeat(100), 'Ofenweiß '.repeat(50)]) {
    for (const tokens of [0, 1, 10, 40]) {
      const part = text.slice(0, lengthOfTokens(text, tokens));
      assert.ok(estimateTokens(part) <= tokens + 1, `${text.slice(0, 9)} ${tokens}`);
    }
    assert.equal(lengthOfTokens(text, 1_000), text.length);
  }
  assert.equal(lengthOfTokens('clay', -5), 0);
});
