import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import {
  countTokens,
  fitHistory,
  fitSections,
  quoteSections,
  writeQuestion,
} from '../../../src/service/answer/model/prompt.ts';
import type { Section } from '../../../src/engine/sections/section.ts';

function section(path: string, place: number, headings: string[], content: string): Section {
  const anchor = headings.at(-1)?.toLowerCase();
  return {
    id: `${path}#${anchor}-${place}`,
    path,
    place,
    title: path.toUpperCase(),
    headings,
    content,
    href: anchor === undefined ? path : `${path}#${anchor}`,
    version: 'v2',
    language: 'en',
  };
}

const pageA = [
  section('a', 1, [], 'Begin.'),
  section('a', 2, ['Options', 'Port'], 'First part.'),
  section('a', 3, ['Options', 'Port'], 'Second part.'),
];
const pageB = [section('b', 4, ['Usage'], 'Use it.'), section('b', 5, ['More'], 'More of it.')];

describe('the sections of a prompt', () => {
  it('are given by page, the best page first, as they are read, with the parts of a heading joined', () => {
    const best = [pageB[1]!, pageA[2]!, pageB[0]!, pageA[1]!];
    assert.deepEqual(
      fitSections({ best }, 1_000).map(({ href, content }) => [href, content]),
      [
        ['b#usage', 'Use it.'],
        ['b#more', 'More of it.'],
        ['a#port', 'First part.\n\nSecond part.'],
      ],
    );
  });

  it('are all of a documentation that fits, and else the best ones as far as the budget goes', () => {
    const whole = [...pageA, ...pageB];
    const best = [pageB[0]!];
    assert.equal(fitSections({ best, whole }, 1_000).length, 4);
    assert.deepEqual(
      fitSections({ best, whole }, 200).map(({ href }) => href),
      ['b#usage'],
    );
    const long = section('c', 6, [], 'word '.repeat(2_000));
    const [cut] = fitSections({ best: [long] }, 500);
    assert.ok(countTokens(cut!.content) <= 500);
    assert.ok(cut!.content.length > 1_000);
  });

  it('say their page, all headings above them, version and language', () => {
    const [, port] = quoteSections([pageB[0]!, pageA[1]!]).split('\n<section-').slice(1);
    assert.match(
      port!,
      /number="2" name="A › Options › Port" address="a#port" version="v2" language="en">\nFirst part\.\n/,
    );
  });
});

describe('tokens', () => {
  it('are counted as four bytes of ASCII, and two of other text', () => {
    assert.equal(countTokens('a'.repeat(400)), 100);
    assert.equal(countTokens('語'.repeat(100)), 150);
    assert.equal(countTokens('ü'.repeat(100)), 100);
  });
});

describe('the conversation in a prompt', () => {
  const shown = (text: string) => fitHistory([{ role: 'assistant', text }], 1_000).messages[0]!.text;

  it('has neither the numbers of sources, which are others now, nor the suggestions of an answer', () => {
    assert.equal(
      shown('Use Brotli [1][3]. It is small[2]; list[1] = 2.\n\n```suggestions\nWhat is gzip?\n```\n'),
      'Use Brotli. It is small; list[1] = 2.',
    );
    assert.equal(shown('See [docs](a#b) [1] and [1](a#b).'), 'See [docs](a#b) and [1](a#b).');
    assert.equal(shown('```js\nlist [1]\n```\nSo [1].'), '```js\nlist [1]\n```\nSo.');
    assert.equal(shown('`list[1]` and [1]'), '`list[1]` and');
  });

  it('keeps what a reader wrote', () => {
    const [message] = fitHistory([{ role: 'user', text: 'What is list [1]?' }], 1_000).messages;
    assert.equal(message!.text, 'What is list [1]?');
  });
});

test('the facts stand between the sections and the question', () => {
  const facts = ['Today is 2026-11-28.', 'The reader reads version v2.'];
  const written = writeQuestion({ sections: [pageB[0]!], facts, question: 'How?' });
  assert.match(
    written,
    /<\/section-\w+>\n\nToday is 2026-11-28\. The reader reads version v2\.\n\nQuestion: How\?$/,
  );
});
