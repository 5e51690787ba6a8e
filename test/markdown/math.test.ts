import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMarkdownDocument as createPlainDocument } from '../../src/markdown/markdown-document.ts';
import { speakBlocks } from '../../src/markdown/spoken-text.ts';
import { MAX_INLINE_MATH_LENGTH } from '../../src/markdown/math-syntax.ts';
import type { Block } from '../../src/markdown/tree.ts';
import { createMarkdownDocument, parseMarkdown } from './support/extended-markdown.ts';
import { toHtml } from './support/to-html.ts';

describe('mathematics', () => {
  for (const [text, html] of [
    ['Where $x^2$ is.', 'Where <math>x^2</math> is.'],
    ['Where \\(x^2 + (y)\\) is.', 'Where <math>x^2 + (y)</math> is.'],
    ['$a_1$, $a_2$ and *$b$*', '<math>a_1</math>, <math>a_2</math> and <em><math>b</math></em>'],
    ['It is $$x$$ here', 'It is <math>x</math> here'],
    ['$2^n$ or $5$', '<math>2^n</math> or <math>5</math>'],
    ['($n$)', '(<math>n</math>)'],
    ['$a*b$ and $c*d$', '<math>a*b</math> and <math>c*d</math>'],
  ] as const)
    it(`is ${text}`, () => assert.equal(toHtml(parseMarkdown(text)), `<p>${html}</p>\n`));

  for (const text of [
    'It costs $5 and $10.',
    'From $5-$10, or 5$ to 10$.',
    '$20/month or $200/year',
    'Between $5/seat and US$',
    'Set $HOME and $PATH.',
    '$HOME/$USER and ${a}/${b}',
    'a $ b $ c',
    '\\$x$ and $x\\$',
    '`$x$` and $a `b` c$',
    '$',
    '$$',
    '$$ $$',
    'A$B$C',
    'f\\(\\) and \\(',
    '\\[Optional\\]',
    'See \\[1\\] and \\[2\\].',
    '\\[x\\] is a box',
    '\\[a]: <b> "t"\n> ',
    `$${'x'.repeat(MAX_INLINE_MATH_LENGTH)}$`,
  ])
    it(`is not ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.doesNotMatch(toHtml(parseMarkdown(text)), /<math>/);
    });

  for (const [name, text] of Object.entries({
    'dollar signs around lines': '$$\na = b\n- c\n= d\n$$',
    'dollar signs on the lines': '$$a = b\n- c\n= d$$',
    brackets: '\\[\na = b\n- c\n= d\n\\]',
    'a code block': '```math\na = b\n- c\n= d\n```',
    'a list': '> $$\n> a = b\n> - c\n> = d\n> $$',
  }))
    it(`stands by itself in ${name}`, () => {
      assert.match(toHtml(parseMarkdown(`Before\n\n${text}\n\nAfter`)), /<math>a = b\n- c\n= d<\/math>/);
      assert.match(toHtml(parseMarkdown(`${text}\nAfter`)), /<math>a = b\n- c\n= d<\/math>[^]*<p>After/);
    });

  it('stands by itself on one line', () => {
    for (const text of ['$$E = mc^2$$', '\\[ E = mc^2 \\]', '$$ E = mc^2 $$\n'])
      assert.deepEqual(parseMarkdown(text), [{ type: 'math', value: 'E = mc^2', isClosed: true }]);
  });

  it('ends at a blank line where it is never closed, and is text then', () => {
    for (const text of ['$$ signs are\ncommon.\n\nNext.', '\\[\nx\n\nNext.', '$$\nx\n\nNext.']) {
      const blocks = parseMarkdown(text);
      assert.deepEqual(
        blocks.map(({ type }) => type),
        ['paragraph', 'paragraph'],
      );
      assert.match(toHtml(blocks), /<p>Next\.<\/p>/);
    }
  });

  const TEXT =
    'Let $x_1$ and \\(y + 1\\):\n\n$$\nx = y\n$$\n\nSo \\[z = 1\\] and\n\n\\[\nz\n\\]\n\nwhich costs $5.\n\n```math\nq\n```\n\nEnd.';

  it('is the same however the text is cut', () => {
    const document = createMarkdownDocument();
    for (const character of TEXT) {
      document.append(character);
      assert.ok(document.blocks);
    }
    document.finish();
    assert.deepEqual(document.blocks, parseMarkdown(TEXT));
  });

  it('is told to be half a formula while it is', () => {
    const document = createMarkdownDocument();
    const math = (): Block | undefined => document.blocks.at(-1);
    document.append('$$\na = b');
    assert.deepEqual(math(), { type: 'math', value: 'a = b', isClosed: false });
    document.append('\n+ c\n$$\n');
    assert.deepEqual(math(), { type: 'math', value: 'a = b\n+ c', isClosed: true });
  });

  it('is not shown between its marks while it is half-written', () => {
    for (const half of ['Let \\(x + ', 'Let $x^2', 'Let $']) {
      const document = createMarkdownDocument();
      document.append(half);
      assert.match(toHtml(document.blocks), /^<p>Let ?<\/p>\n$/, half);
      document.finish();
      assert.doesNotMatch(toHtml(document.blocks), /<math>/);
    }
  });

  it('is not read without the extensions, which the text then needs', () => {
    for (const [text, needs] of [
      ['$x$', true],
      ['\\(x\\)', true],
      ['$$\nx\n$$', true],
      ['```math\nx\n```', true],
      ['It costs $5 and $10.', false],
      ['Run `$ npm start` in $HOME.', false],
    ] as const) {
      const document = createPlainDocument();
      document.append(text);
      document.finish();
      assert.doesNotMatch(toHtml(document.blocks), /<math>/);
      assert.equal(document.needsExtensions, needs, text);
    }
  });

  it('is spoken as it is written', () => {
    const words = (key: string, values = {}): string => `${key}${JSON.stringify(values)}`;
    assert.deepEqual(
      [...speakBlocks(parseMarkdown('Let $x$ be\n\n$$\ny\n$$'), words)],
      ['Let x be.', 'spokenMath{"text":"y"}'],
    );
  });

  it('takes time in proportion to the text', () => {
    for (const part of ['$a', '\\(', '\\(a', '$$', '$a $', '\\[', '$`', '$$\n', '\\[\n', '\\(\\'])
      assert.ok(parseMarkdown(part.repeat(100_000)).length > 0);
    assert.ok(parseMarkdown(`$$\nx${' '.repeat(200_000)}y\n`).length > 0);
  });
});

describe('diagrams', () => {
  it('stay code', () => {
    assert.deepEqual(parseMarkdown('```mermaid\ngraph TD; A-->B\n```'), [
      { type: 'code', language: 'mermaid', title: '', value: 'graph TD; A-->B\n' },
    ]);
  });
});
