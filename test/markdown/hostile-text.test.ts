import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { MAX_BLOCK_DEPTH, MAX_INLINE_DEPTH, MAX_TEXT_LENGTH } from '../../src/markdown/limits.ts';
import { createMarkdownDocument, parseMarkdown } from './support/extended-markdown.ts';
import { MAX_ADDED_CELLS, MAX_TABLE_COLUMNS } from '../../src/markdown/table-syntax.ts';
import { toHtml } from './support/to-html.ts';

const LENGTH = 100_000;
/** What takes time in proportion to the square of such a text takes minutes; this one only keeps a failing run from hanging. */
const HANGS = { timeout: 60_000 };

function fill(pattern: string): string {
  return pattern.repeat(Math.floor(LENGTH / pattern.length));
}

/** The attacks of cmark's and commonmark.js's own tests, and others on what this parser adds. */
const attacks: Record<string, string> = {
  'deep quotes': fill('> ') + 'a',
  'deep quotes without spaces': fill('>') + 'a',
  'deep lists in a line': fill('- ') + 'a',
  'deep numbered lists in a line': fill('1. ') + 'a',
  'deep lists by indentation': Array.from(
    { length: 400 },
    (_, depth) => ' '.repeat(depth * 2) + '* a\n',
  ).join(''),
  'nested strong emphasis': fill('*a **a ') + 'b' + fill(' a** a*'),
  'openers of emphasis': fill('*a **a '),
  'openers with underscores': fill('_a '),
  'closers of emphasis': fill('a_ '),
  'openers and closers that do not match': fill('*a_ '),
  'runs whose sum is a multiple of three': 'a**b' + fill('c* '),
  'alternating marks': fill('*_') + fill('**_~ a'),
  'strikethrough that never closes': fill('~~a '),
  'opening brackets': fill('['),
  'closing brackets': fill('a]'),
  'nested brackets': '['.repeat(LENGTH / 2) + 'a' + ']'.repeat(LENGTH / 2),
  'nested images': '!['.repeat(LENGTH / 10) + 'a' + '](b)'.repeat(LENGTH / 10),
  'links in images that never close': '!['.repeat(LENGTH / 4) + '[a](b)'.repeat(LENGTH / 12),
  'links that never close': fill('[a](b'),
  'links with angle brackets that never close': fill('[a](<b'),
  'titles that never close': fill('[a](b "'),
  'brackets and closers': fill('[ a_'),
  'links with parentheses': fill('[ (]('),
  'backtick runs of all lengths': Array.from({ length: 400 }, (_, length) => 'e' + '`'.repeat(length)).join(
    '',
  ),
  'a run of backticks in a row of a table': '|' + '`'.repeat(LENGTH) + ' a ` b |',
  'comments that never close': fill('<!-- '),
  'declarations that never close': fill('a <!A ') + fill('<? ') + fill('<![CDATA['),
  'tags that never close': fill('<a b="') + fill('<a x '),
  'spaces in a tag': '<a' + ' '.repeat(LENGTH) + 'x',
  'character references that never close': fill('&a') + fill('&#1'),
  backslashes: fill('\\'),
  'addresses in addresses': fill('http://a_.b_/') + fill('_www.a_.b'),
  'parentheses in an address': 'http://a.b/' + '('.repeat(LENGTH) + ')'.repeat(LENGTH),
  'at signs': fill('a@') + 'a'.repeat(LENGTH) + '@' + fill('a.'),
  spaces: 'a' + ' '.repeat(LENGTH) + 'x',
  'spaces in a heading': '# a' + ' '.repeat(LENGTH) + 'x',
  'hashes in a heading': '#' + fill(' #') + 'x',
  'spaces in a delimiter row': 'a|b\n-|-' + ' '.repeat(LENGTH) + 'x',
  tabs: '\t'.repeat(LENGTH),
  'lines of a paragraph': fill('a\n'),
  'blank lines': fill('\n'),
  'underlined headings': fill('a\n=\n'),
  'lazy lines in deep quotes': '>'.repeat(60) + fill('a\n'),
  'blank lines after indented code': '    x\n' + fill('    \n'),
  'HTML blocks': fill('<div>\n\n'),
  'rows of a table': 'a|b\n-|-\n' + fill('x|y\n'),
  'a row of many cells': '|a|\n|-|\n|' + fill('x|'),
  definitions: Array.from({ length: LENGTH / 16 }, (_, number) => `[a${number}]: b "c"\n`).join(''),
  'definitions whose titles never close': fill('[a]: b "\n'),
  'references to a long address': `[a]: ${'u'.repeat(5_000)}\n\n${fill('[a] ')}`,
  'references without definitions': fill('[a][b] '),
  'long labels': fill(`[${'a'.repeat(998)}] `),
  NUL: fill('\0'),
  'halves of surrogate pairs': fill('\ud83d') + fill('\ude80'),
};

interface Measured {
  readonly nodes: number;
  readonly characters: number;
  readonly depth: number;
}

function measure(tree: unknown): Measured {
  const { children = [], value = '' } = tree as { children?: readonly unknown[]; value?: string };
  const parts = children.map(measure);
  return {
    nodes: parts.reduce((sum, part) => sum + part.nodes, 1),
    characters: parts.reduce((sum, part) => sum + part.characters, value.length),
    depth: 1 + Math.max(0, ...parts.map((part) => part.depth)),
  };
}

describe('a hostile text', () => {
  for (const [name, text] of Object.entries(attacks)) {
    it(`is read in the end, and makes a tree no larger than itself: ${name}`, HANGS, () => {
      const growing = createMarkdownDocument();
      growing.append(text);
      for (const tree of [growing.blocks, parseMarkdown(text)]) {
        const { nodes, characters, depth } = measure({ children: tree });
        assert.ok(nodes <= text.length * 2 + 10, `${nodes} nodes`);
        assert.ok(characters <= text.length * 2 + 10, `${characters} characters`);
        assert.ok(depth <= MAX_BLOCK_DEPTH + MAX_INLINE_DEPTH + 4, `${depth} levels`);
      }
    });
  }

  it('is read as text where quotes are nested deeper than the limit', () => {
    const html = toHtml(parseMarkdown('>'.repeat(MAX_BLOCK_DEPTH + 2) + ' a'));
    assert.equal(html.match(/<blockquote>/g)!.length, MAX_BLOCK_DEPTH);
    assert.match(html, /<p>&gt;&gt; a<\/p>/);
  });

  it('is read as text where emphasis is nested deeper than the limit', () => {
    const html = toHtml(
      parseMarkdown('*a '.repeat(MAX_INLINE_DEPTH + 2) + 'b' + ' a*'.repeat(MAX_INLINE_DEPTH + 2)),
    );
    assert.equal(html.match(/<em>/g)!.length, MAX_INLINE_DEPTH);
    assert.match(html, /^<p>\*a \*a <em>/);
  });

  it('is a paragraph where a table has more columns than the limit', () => {
    const table = (columns: number): string =>
      toHtml(parseMarkdown(`${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|`));
    assert.match(table(MAX_TABLE_COLUMNS), /^<table>/);
    assert.match(table(MAX_TABLE_COLUMNS + 1), /^<p>/);
  });

  it('gets no more cells added to its short rows than the limit', () => {
    const head = '|a'.repeat(MAX_TABLE_COLUMNS) + '|\n' + '|-'.repeat(MAX_TABLE_COLUMNS) + '|\n';
    const html = toHtml(parseMarkdown(head + '|x\n'.repeat(10_000)));
    assert.equal(html.match(/<td><\/td>/g)!.length, MAX_ADDED_CELLS);
  });

  it('is cut at the limit', () => {
    const document = createMarkdownDocument();
    document.append('a'.repeat(MAX_TEXT_LENGTH - 1));
    document.append('bcd');
    document.append('e');
    document.finish();
    assert.equal(document.length, MAX_TEXT_LENGTH);
    assert.equal(measure({ children: document.blocks }).characters, MAX_TEXT_LENGTH);
  });

  it('is given out as text where it is HTML, and with any address as written', () => {
    assert.equal(
      toHtml(parseMarkdown('<script>alert(1)</script>\n\na <img src=x onerror=alert(1)> b')),
      '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n<p>a &lt;img src=x onerror=alert(1)&gt; b</p>\n',
    );
    assert.equal(toHtml(parseMarkdown('[a](javascript:b)')), '<p><a href="javascript:b">a</a></p>\n');
  });
});
