import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MatchedRange, SearchExcerpt, SearchResult } from '../../src/protocol/api.ts';
import { createExcerpts } from '../../src/protocol/excerpt/create-excerpts.ts';
import { createExcerpt } from '../../src/protocol/excerpt/excerpt.ts';
import { createTerms, findMatches } from '../../src/protocol/excerpt/matches.ts';
import { stripMarkdown } from '../../src/protocol/excerpt/plain-text.ts';

/** Markdown and the words that are left of it. */
const STRIPPED: readonly (readonly [markdown: string, text: string])[] = [
  ['# Title #ly\n\nText  with\tspace', 'Title #ly Text with space'],
  ['**bold** _em_ ~~gone~~ `co*de*`', 'bold em gone co*de*'],
  ['snake_case and 2 * 3', 'snake_case and 2 * 3'],
  ['[text](/a_(b) "title") ![alt](x.png) [ref]', 'text alt [ref]'],
  ['> quoted\n- item\n1. first\n- [x] done', 'quoted item first done'],
  ['```js title="a.js"\nconst a = "<b>*c*</b>";\n```\nafter', 'const a = "<b>*c*</b>"; after'],
  ['~~~\n# no heading\n~~~', '# no heading'],
  ['| a | b |\n|---|:-:|\n| c | d |', 'a b c d'],
  ['<Tabs>\n<p class="x">in *tags*</p>\n</Tabs>\n<!-- note -->', 'in tags'],
  ["import Tabs from '~/Tabs.astro';\n\nBody", 'Body'],
  [':::tip\nHint\n:::', 'Hint'],
  ['<https://example.com> &amp; \\*star\\*', 'https://example.com & *star*'],
  ['a < b && c > d', 'a < b && c > d'],
  ['one `unclosed', 'one `unclosed'],
  ['---\n', ''],
];

/** Put what is marked in brackets. */
function show({ text, ranges }: SearchExcerpt): string {
  return ranges.reduceRight(
    (marked, [start, end]) => `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`,
    text,
  );
}

function result(path: string, title: string, content: string, ranges?: MatchedRange[]): SearchResult {
  return { path, content, metadata: { title, ...(ranges && { ranges }) } };
}

const shown = (results: readonly SearchResult[], query: string): string[] =>
  [...createExcerpts(results, query).values()].map((excerpt) => show(excerpt));

/** Put the words of a query in brackets. */
const mark = (text: string, query: string): string =>
  show({ text, ranges: findMatches(text, createTerms(query)) });

describe('the words of a query', () => {
  it('finds words in the forms that a reader takes for the same', () => {
    assert.equal(mark('Caching caches cached Cache', 'caching'), '[Caching] [caches] [cached] [Cache]');
  });

  it('finds no word inside another', () => {
    assert.equal(mark('concatenate the cat', 'cat'), 'concatenate the [cat]');
  });

  it('finds words of scripts without spaces inside others', () => {
    assert.equal(mark('路由中间件', '中间'), '路由[中间]件');
  });

  it('marks of words that overlap the longest, and each place once', () => {
    assert.equal(mark('Routes of a router', 'route router'), '[Routes] of a [router]');
    assert.equal(mark('路由中间件', '路由中 由中间'), '[路由中]间件');
    assert.equal(mark('路由中间件', '路由 路由中'), '[路由中]间件');
  });

  it('marks the right places where lower case is longer', () => {
    assert.equal(mark('İ deploy', 'deploy'), 'İ [deploy]');
  });

  it('takes the signs of a query for what they are', () => {
    assert.equal(mark('a.b (c) a+b', 'a.b (c)*'), '[a].[b] ([c]) [a]+[b]');
    assert.deepEqual(createTerms('?! …'), []);
  });
});

describe('an excerpt', () => {
  for (const [markdown, text] of STRIPPED) {
    it(`reads ${JSON.stringify(markdown)} as ${JSON.stringify(text)}`, () => {
      assert.equal(stripMarkdown(markdown).trim(), text);
    });
  }

  it('cuts around the place with the most matches, at words', () => {
    const content = `${'filler '.repeat(60)}route ${'filler '.repeat(60)}dynamic route here ${'filler '.repeat(60)}`;
    const excerpt = show(createExcerpt(content, undefined, createTerms('dynamic route')));
    assert.match(excerpt, /^… filler/);
    assert.match(excerpt, /\[dynamic\] \[route\] here/);
    assert.match(excerpt, /filler …$/);
    assert.ok(excerpt.length < 300);
  });

  it('knows code that began long before the match', () => {
    const content = `\`\`\`js\n${'let filler;\n'.repeat(80)}const *route* = 1;\n${'let filler;\n'.repeat(80)}\`\`\``;
    assert.ok(show(createExcerpt(content, undefined, createTerms('route'))).includes('const *[route]* = 1;'));
  });

  it('halves no character', () => {
    const excerpt = createExcerpt('😀'.repeat(400), undefined, []);
    assert.ok(excerpt.text.isWellFormed());
  });

  it('marks what stands at the ranges, also where that is a part of a word', () => {
    const mark = (content: string, ...ranges: MatchedRange[]): string =>
      show(createExcerpt(content, ranges, []));
    assert.equal(mark('one two three', [4, 7]), 'one [two] three');
    assert.equal(mark('one two three', [8, 11], [4, 7]), 'one [two] [thr]ee');
    assert.equal(mark('one **two** three `a.two`', [6, 9]), 'one [two] three a.[two]');
    assert.equal(mark('a+b is **(not)** ab', [0, 3], [9, 14]), '[a+b] is [(not)] ab');
    assert.equal(mark('路由中间件', [2, 4]), '路由[中间]件');
    assert.equal(mark('one two', [3, 4]), 'one two');
  });

  for (const hostile of ['[a](', '](', '<a ', '`', '``` ', '*a_', '&amp;', '|', '\\', '- [ ] ', '> ']) {
    it(`reads an endless row of ${JSON.stringify(hostile)}`, () => {
      const excerpt = createExcerpt(hostile.repeat(1_000_000), undefined, createTerms('a'));
      assert.ok(excerpt.text.length < 2000);
    });
  }

  it('marks the words of the query where the search names no ranges', () => {
    assert.deepEqual(shown([result('a', 'Page', 'Deploy **routes**.')], 'routes'), ['Deploy [routes].']);
    assert.deepEqual(shown([result('a', 'Page', 'Deploy **routes**.', [[0, 6]])], 'routes'), [
      '[Deploy] routes.',
    ]);
  });

  it('says where the heading matches, or else the title', () => {
    const metadata = { title: 'Routes', headings: ['Guides', ' Dynamic routes '] };
    const ranges = (headings: string[]): unknown => {
      const results = [{ path: 'a', content: '', metadata: { ...metadata, headings } }];
      return [...createExcerpts(results, 'route').values()][0]?.headingRanges;
    };
    assert.deepEqual(ranges(metadata.headings), [[8, 14]]);
    assert.deepEqual(ranges(['', ' ']), [[0, 6]]);
  });

  it('marks nothing in a section without a word of the query', () => {
    const results = [
      result('a', 'Dynamic routes', 'About dynamic pages.'),
      result('b', 'Dynamic imports', 'Load it late.'),
    ];
    assert.deepEqual(shown(results, 'xyz'), ['About dynamic pages.', 'Load it late.']);
  });

  it('is not made where the server has sent one', () => {
    const excerpt = { text: 'as it is', ranges: [] };
    assert.equal(createExcerpts([{ path: 'a', content: 'is', metadata: { excerpt } }], 'is').size, 0);
  });
});
