import { expect } from '@open-wc/testing';
import {
  groupByPage,
  splitAtRanges,
  type GroupOptions,
  type Segment,
} from '../../../src/elements/search/panel/hits.ts';

import { createTextDirective } from '../../../src/elements/search/after-results/active-result.ts';
import { section } from '../../support/search-harness.ts';

const OPTIONS: GroupOptions = {
  query: 'x',
  batches: [0],
  toLink: (href) => ({ href, target: '_self', rel: '' }),
};

const show = (segments: readonly Segment[]): string =>
  segments.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');

describe('the text of a search result', () => {
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

  it('marks ranges in their order, and of those that overlap the first', () => {
    expect(
      show(
        splitAtRanges('one two three', [
          [4, 7],
          [0, 3],
          [5, 9],
          [8, 13],
        ]),
      ),
    ).to.equal('one [two] [three]');
  });

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
