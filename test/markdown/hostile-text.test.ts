import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { MAX_BLOCK_DEPTH, MAX_INLINE_DEPTH, MAX_TEXT_LENGTH } from '../../src/markdown/limits.ts';
import { createMarkdownDocument, parseMarkdown } from './support/extended-markdown.ts';
import { MAX_ADDED_CELLS, MAX_TABLE_COLUMNS } from '../../src/markdown/table-syntax.ts';
import { createAttacks } from './support/attacks.ts';
import { toHtml } from './support/to-html.ts';

const LENGTH = 100_000;
/** Keep a failing run from hanging: with time in proportion to the square of such a text it takes minutes. */
const HANGS = { timeout: 60_000 };
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
  for (const [name, text] of Object.entries(createAttacks(LENGTH))) {
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
