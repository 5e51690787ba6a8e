import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  liftQuotes,
  readQuotes,
  splitQuotes,
  titleOf,
  withQuotes,
} from '../../src/protocol/quoted-question.ts';

const TEXT = '> Middleware runs\n> before each page.';
const CODE = '````ts title="a.ts"\n```\nconst a = 1;\n```\n````';

describe('a question about something of the page', () => {
  it('is split into what it quotes and its own words', () => {
    for (const quotes of [TEXT, CODE, `${TEXT}\n\n${CODE}`, `${CODE}\n\n${TEXT}`]) {
      assert.deepEqual(splitQuotes(`${quotes}\n\nWhy?\n\n> No`), [quotes, 'Why?\n\n> No']);
      assert.deepEqual(splitQuotes(`${quotes}\n\n`), [quotes, '']);
      assert.deepEqual(splitQuotes(quotes), [quotes, '']);
    }
  });

  it('quotes nothing without a blank line, in a block that does not end, and behind words', () => {
    for (const question of ['> a\nWhy?', '```\na', '```\na\n```\nWhy?', '`a` b', 'Why?\n\n> a', '', ' > a'])
      assert.deepEqual(splitQuotes(question), ['', question]);
  });

  it('has quotes as they are on the page', () => {
    assert.deepEqual(readQuotes(`${TEXT}\n\n${CODE}`), [
      { markdown: TEXT, text: 'Middleware runs\nbefore each page.', isCode: false },
      { markdown: CODE, text: '```\nconst a = 1;\n```', isCode: true },
    ]);
    assert.deepEqual(readQuotes(''), []);
  });

  it('is listed by its own words, without any by what it quotes', () => {
    assert.equal(titleOf(`${TEXT}\n\n${CODE}\n\nWhy?`), 'Why?');
    assert.equal(titleOf(`${CODE}\n\n`), '```\nconst a = 1;\n```');
    assert.equal(titleOf(' Why? '), 'Why?');
  });

  it('loses nothing, whatever it is', () => {
    const line = fc.constantFrom('> a', '>', '```', '````js', 'Why?', '', ' ');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const question = lines.join('\n');
        const [quotes, words] = splitQuotes(question);
        assert.equal((quotes + words).replace(/\s/g, ''), question.replace(/\s/g, ''));
        const blocks = readQuotes(quotes).map(({ markdown }) => markdown);
        assert.equal(blocks.join('').replace(/\s/g, ''), quotes.replace(/\s/g, ''));
      }),
    );
  });

  it('is split in time that grows with its length, whatever a page puts into it', () => {
    for (const part of ['`', '>', '> \n', '```\n', '\n', '``` \n> ']) {
      const question = part.repeat(200_000);
      splitQuotes(question);
      readQuotes(question);
    }
    splitQuotes(`> a${' '.repeat(200_000)}\n${' '.repeat(200_000)}b`);
  });

  it('is the same again when its quotes were sent as a context', () => {
    for (const quotes of [TEXT, '```js\nconst a = 1;\n```', `${TEXT}\n\n\`\`\`\`\n\`\`\`\n\`\`\`\``]) {
      const { context, words } = liftQuotes(`${quotes}\n\nWhy?`, '/a');
      assert.equal(words, 'Why?');
      assert.ok(context.every(({ path }) => path === '/a'));
      const again = liftQuotes(withQuotes(context, words), '/a');
      assert.deepEqual(again, { context, words });
    }
  });

  it('keeps its quotes where they are all that it says', () => {
    assert.deepEqual(liftQuotes(`${TEXT}\n\n`), { context: [], words: `${TEXT}\n\n` });
  });
});
