import { expect } from '@open-wc/testing';
import type { MatchedRange } from '../../../src/protocol/api.ts';
import {
  createExcerpt,
  createTerms,
  markText,
  type Segment,
} from '../../../src/elements/search/results/excerpt.ts';
import { groupByPage, type GroupOptions } from '../../../src/elements/search/results/hits.ts';
import { createTextDirective } from '../../../src/elements/search/results/text-fragment.ts';
import { stripMarkdown } from '../../../src/elements/search/results/plain-text.ts';
import { section } from '../../support/search-harness.ts';

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

const OPTIONS: GroupOptions = {
  query: 'x',
  batchSize: 10,
  toLink: (href) => ({ href, target: '_self', rel: '' }),
};

const show = (segments: readonly Segment[]): string =>
  segments.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');

describe('the text of a search result', () => {
  for (const [markdown, text] of STRIPPED) {
    it(`reads ${JSON.stringify(markdown)} as ${JSON.stringify(text)}`, () => {
      expect(stripMarkdown(markdown).trim()).to.equal(text);
    });
  }

  const passages: readonly (readonly [what: string, content: string, query: string, directive: string])[] = [
    ['the words around the match', 'Set a limit of ten a day, or none.', 'limit', 'Set a limit of ten a'],
    ['nothing that may stand anywhere', 'Set `limit` (or not).', 'limit', ''],
    [
      'the cell of a table',
      '| Name | What |\n| --- | --- |\n| `x` | Most bytes of a body |',
      'bytes',
      'Most bytes of a body',
    ],
    ['no single word of a table', '| Limit | Default |\n| --- | --- |\n| a | 1 |', 'limit', ''],
    ['text without spaces', '検索の設定を変更します。', '設定', '検索の設定を変更します'],
    ['no short text without spaces', '設定。', '設定', ''],
  ];
  for (const [what, content, query, directive] of passages) {
    it(`leads a browser to ${what}`, () => {
      const found = createTextDirective(content, undefined, query);
      expect(decodeURIComponent(found).replace(/^:~:text=/, '')).to.equal(directive);
    });
  }

  it('finds words in the forms that a reader takes for the same', () => {
    expect(show(markText('Caching caches cached Cache', createTerms('caching')))).to.equal(
      '[Caching] [caches] [cached] [Cache]',
    );
  });

  it('finds no word inside another', () => {
    expect(show(markText('concatenate the cat', createTerms('cat')))).to.equal('concatenate the [cat]');
  });

  it('finds words of scripts without spaces inside others', () => {
    expect(show(markText('路由中间件', createTerms('中间')))).to.equal('路由[中间]件');
  });

  it('marks of words that overlap the longest, and each place once', () => {
    expect(show(markText('Routes of a router', createTerms('route router')))).to.equal(
      '[Routes] of a [router]',
    );
    expect(show(markText('路由中间件', createTerms('路由中 由中间')))).to.equal('[路由中]间件');
    expect(show(markText('路由中间件', createTerms('路由 路由中')))).to.equal('[路由中]间件');
  });

  it('marks the right places where lower case is longer', () => {
    expect(show(markText('İ deploy', createTerms('deploy')))).to.equal('İ [deploy]');
  });

  it('takes the signs of a query for what they are', () => {
    expect(show(markText('a.b (c) a+b', createTerms('a.b (c)*')))).to.equal('[a].[b] ([c]) [a]+[b]');
    expect(createTerms('?! …')).to.deep.equal([]);
  });

  it('cuts around the place with the most matches, at words', () => {
    const content = `${'filler '.repeat(60)}route ${'filler '.repeat(60)}dynamic route here ${'filler '.repeat(60)}`;
    const excerpt = show(createExcerpt(content, undefined, createTerms('dynamic route')));
    expect(excerpt.startsWith('… filler')).to.equal(true);
    expect(excerpt).to.include('[dynamic] [route] here');
    expect(excerpt.endsWith('filler …')).to.equal(true);
    expect(excerpt.length < 300).to.equal(true);
  });

  it('knows code that began long before the match', () => {
    const content = `\`\`\`js\n${'let filler;\n'.repeat(80)}const *route* = 1;\n${'let filler;\n'.repeat(80)}\`\`\``;
    expect(show(createExcerpt(content, undefined, createTerms('route')))).to.include('const *[route]* = 1;');
  });

  it('halves no character', () => {
    const excerpt = createExcerpt('😀'.repeat(400), undefined, []);
    expect(excerpt.every(({ text }) => text.isWellFormed())).to.equal(true);
  });

  it('marks what stands at the ranges, also where that is a part of a word', () => {
    const mark = (content: string, ...ranges: MatchedRange[]): string =>
      show(createExcerpt(content, ranges, []));
    expect(mark('one two three', [4, 7])).to.equal('one [two] three');
    expect(mark('one two three', [8, 11], [4, 7])).to.equal('one [two] [thr]ee');
    expect(mark('one **two** three `a.two`', [6, 9])).to.equal('one [two] three a.[two]');
    expect(mark('a+b is **(not)** ab', [0, 3], [9, 14])).to.equal('[a+b] is [(not)] ab');
    expect(mark('路由中间件', [2, 4])).to.equal('路由[中间]件');
    expect(mark('one two', [3, 4])).to.equal('one two');
  });

  for (const hostile of ['[a](', '](', '<a ', '`', '``` ', '*a_', '&amp;', '|', '\\', '- [ ] ', '> ']) {
    it(`reads an endless row of ${JSON.stringify(hostile)}`, () => {
      const excerpt = createExcerpt(hostile.repeat(1_000_000), undefined, createTerms('a'));
      expect(show(excerpt).length < 2000).to.equal(true);
    });
  }

  it('names a page without a title by its path', () => {
    const [page] = groupByPage([{ path: 'guides/getting-started', content: 'x', metadata: {} }], OPTIONS);
    expect(page?.title).to.equal('getting started');
    expect(page?.hits[0]?.link.href).to.equal('guides/getting-started');
  });

  it('puts sections of one page together whatever their fragments', () => {
    const pages = groupByPage(
      [section('a#one', 'A', 'One', ''), section('b', 'B', null, ''), section('a#two', 'A', 'Two', '')],
      OPTIONS,
    );
    expect(pages.map(({ hits }) => hits.map(({ link }) => link.href))).to.deep.equal([
      ['a#one', 'a#two'],
      ['b'],
    ]);
  });
});
