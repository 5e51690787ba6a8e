import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { Nodes } from 'mdast';
import { endsInFence } from '../../../src/service/answer/links/code-blocks.ts';
import { LinkFilter } from '../../../src/service/answer/links/link-filter.ts';
import { createAddressCheck, type CheckAddress } from '../../../src/service/answer/links/address-check.ts';
import type { ForeignLinks } from '../../../src/service/answer/model/model-options.ts';
import { createMarkdownParser } from '../../../src/service/docs/markdown-parser.ts';
import type { Section } from '../../../src/engine/sections/section.ts';
import { hostileMarkdown } from './hostile-markdown.ts';

const { parseMarkdown } = createMarkdownParser();

const PAGES = new Map([
  ['v2/en/lamps', 'v2/en/lamps'],
  ['v2/en/lamps/', 'v2/en/lamps'],
]);
const SECTION: Section = {
  id: '1',
  path: 'v2/en/lamps',
  place: 1,
  title: 'Lamps',
  headings: ['Wick'],
  anchor: 'wick',
  content:
    'See [the norm](https://norms.example/lamps?part=2) [q](https://norms.example/q?a=1&b=2#p3), https://bulbs.example/. [Price](/./pricing) ![a lamp](/img/lamp.png) [oil](v2/en/lamps/#Öl)',
  href: 'v2/en/lamps#wick',
};

const checkWith = (foreign?: ForeignLinks, ...sites: string[]): CheckAddress =>
  createAddressCheck(async (address) => PAGES.get(address), [SECTION], {
    foreign,
    sites: sites.map((site) => new URL(site)),
  });

/** The result for pieces of an answer. */
async function filter(
  pieces: readonly string[],
  foreign?: ForeignLinks,
  ...sites: string[]
): Promise<string> {
  const links = new LinkFilter(checkWith(foreign, ...sites), {
    endsInFence: (markdown) => endsInFence(markdown, parseMarkdown),
  });
  let text = '';
  for (const piece of pieces) text += await links.push(piece);
  return text + (await links.end());
}

/** The addresses of all links and images, as the reference implementation of Markdown reads them. */
function addressesIn(markdown: string): string[] {
  const addresses: string[] = [];
  const visit = (node: Nodes): void => {
    if ('url' in node && !node.url.startsWith('mailto:')) addresses.push(node.url);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(parseMarkdown(markdown));
  return addresses;
}

describe('links that a model writes', () => {
  const cases: [title: string, written: string, shown: string][] = [
    ['to a page', 'Take [a lamp](v2/en/lamps#wick).', 'Take [a lamp](v2/en/lamps#wick).'],
    ['to a page from the root', '[a lamp](/v2/en/lamps/)', '[a lamp](v2/en/lamps)'],
    ['to an unknown page', 'Take [a `lamp`](v2/en/lamp#wick).', 'Take a `lamp`.'],
    ['to nothing', '[a lamp]() and [b](#x)', 'a lamp and b'],
    [
      'to a host of the docs',
      '[norm](https://norms.example/lamps?part=2)',
      '[norm](https://norms.example/lamps?part=2)',
    ],
    ['to another host', '[norm](https://evil.example/)', 'norm'],
    ['to a script', '[norm](javascript:alert(1))', 'norm'],
    ['with an entity', '[norm](&#106;avascript:alert(1))', 'norm'],
    ['with a title', '[a](v2/en/lamps "Lamps (all)") [b](<v2/en/no> \'x\')', '[a](v2/en/lamps) b'],
    ['to another path of the host', '[a](/./pricing) [b](/./prices)', '[a](/./pricing) b'],
    ['that are images', '![a](/img/lamp.png) ![b](https://evil.example/x.png?q=1)', '![a](/img/lamp.png) b'],
    ['with an image inside', '[![a](x.png)](v2/en/lamps)', '[a](v2/en/lamps)'],
    [
      'by reference',
      '[a lamp][1]\n\n[1]: https://evil.example/x "y"',
      '[a lamp][1]\n\n1: evil.example/x "y"',
    ],
    ['by reference to a page', '[a lamp][1]\n\n[1]:\n  /v2/en/lamps', '[a lamp][1]\n\n[1]: v2/en/lamps'],
    [
      'in angle brackets',
      '<https://evil.example/a> <https://bulbs.example>',
      'evil.example/a <https://bulbs.example>',
    ],
    [
      'by themselves',
      'https://evil.example/a, (www.evil.example) https://bulbs.example.',
      'evil.example/a, (evil.example) https://bulbs.example.',
    ],
  ];
  for (const [title, written, shown] of cases) {
    it(`${title} are shown as ${JSON.stringify(shown)}, however they are cut`, async () => {
      assert.equal(await filter([written]), shown);
      assert.equal(await filter([...written]), shown);
      for (let cut = 1; cut < written.length; cut++) {
        assert.equal(await filter([written.slice(0, cut), written.slice(cut)]), shown);
      }
    });
  }

  it('follow the option for other hosts', async () => {
    const written =
      '[a](https://a.example/x) [b](https://docs.b.example/) [c](https://norms.example/lamps?part=2)';
    assert.equal(await filter([written], 'all'), written);
    assert.equal(await filter([written], 'none'), 'a b c');
    assert.equal(await filter([written], ['a.example', '*.b.example']), written.replace(/\[c\].*/, 'c'));
    assert.equal(await filter(['[a](https://x@a.example/) [b](ftp://a.example)'], 'all'), 'a b');
  });

  describe('to the host of the site', () => {
    const SITE = 'https://bulbs.example/docs/';
    const siteCases: [title: string, written: string, shown: string][] = [
      ['a page', '[a](https://bulbs.example/docs/v2/en/lamps/#wick)', '[a](v2/en/lamps#wick)'],
      ['by http', '[a](http://bulbs.example/docs/v2/en/lamps#wick)', '[a](v2/en/lamps#wick)'],
      ['a fragment that a link has', '[a](/v2/en/lamps#%C3%96l)', '[a](v2/en/lamps#%C3%96l)'],
      [
        'an unknown fragment',
        '[a](https://bulbs.example/docs/v2/en/lamps#secret-is-1234)',
        '[a](v2/en/lamps)',
      ],
      ['the same, relative', '[a](v2/en/lamps#c2VjcmV0)', '[a](v2/en/lamps)'],
      [
        'a fragment of another page',
        '[a](https://bulbs.example/docs#wick)',
        '[a](https://bulbs.example/docs)',
      ],
      ['another case', '[a](v2/en/lamps#WICK)', '[a](v2/en/lamps)'],
      [
        'a page with a query',
        '[a](https://bulbs.example/docs/v2/en/lamps?x=1#wick)',
        '[a](v2/en/lamps#wick)',
      ],
      [
        'a page with data as its fragment',
        '[a](https://bulbs.example/docs/v2/en/lamps#key=1)',
        '[a](v2/en/lamps)',
      ],
      ['an unknown page', '[a](https://bulbs.example/docs/v2/en/lamp)', 'a'],
      ['the root of the pages', '[a](https://bulbs.example/docs)', '[a](https://bulbs.example/docs)'],
      ['a query of the root', '[a](https://bulbs.example/docs/?to=x)', 'a'],
      ['a path beside the pages', '[a](https://bulbs.example/v2/en/lamps)', 'a'],
      ['a path that begins alike', '[a](https://bulbs.example/docsv2/en/lamps)', 'a'],
      ['another port', '[a](https://bulbs.example:8443/docs/v2/en/lamps)', 'a'],
      ['a host that ends alike', '[a](https://bulbs.example.evil.example/docs/v2/en/lamps)', 'a'],
      ['a documented address', '[a](https://bulbs.example/)', '[a](https://bulbs.example/)'],
      [
        'an address by itself',
        'https://bulbs.example/docs/v2/en/lamps',
        'https://bulbs.example/docs/v2/en/lamps',
      ],
      ['an unknown one by itself', 'https://bulbs.example/docs/x', 'bulbs.example/docs/x'],
      ['an image', '![a](https://bulbs.example/docs/v2/en/lamps)', 'a'],
    ];
    for (const [title, written, shown] of siteCases) {
      it(`${title}: ${JSON.stringify(shown)}`, async () => {
        assert.equal(await filter([written], 'documented', SITE), shown);
      });
    }

    it('an unknown page is text where all foreign hosts are allowed, unless the host is listed', async () => {
      const written =
        '[a](https://bulbs.example/docs/x) [b](https://bulbs.example/y) [c](https://c.example/)';
      assert.equal(await filter([written], 'all', SITE), written.replace(/\[a\]\S+/, 'a'));
      assert.equal(await filter([written], ['bulbs.example'], SITE), written.replace(/\[c\]\S+/, 'c'));
      assert.equal(await filter([written], 'all'), written);
    });

    it('a documented page that is not in the index stays', async () => {
      const written = '[a](https://norms.example/lamps?part=2)';
      assert.equal(await filter([written], 'none', 'https://norms.example/'), written);
      assert.equal(await filter([written], 'none'), 'a');
      assert.equal(await filter([written], 'documented', 'https://norms.example/'), written);
    });
  });

  it('stay as they are in code', async () => {
    const written =
      'Write `[a](b)`:\n\n```md\n[a](https://evil.example)\n```\n\n1. Or\n\n   ~~~\n   [a](b)\n   ~~~\n\n[c](d)';
    const shown = written.replace('[c](d)', 'c');
    assert.equal(await filter([written]), shown);
    assert.equal(await filter([...written]), shown);
  });

  it('do not hold back other text', async () => {
    const links = new LinkFilter(checkWith(), {});
    assert.equal(await links.push('The lamp is lit [1] '), 'The lamp is lit [1] ');
    assert.equal(await links.push('at [dusk'), 'at ');
    assert.equal(await links.push('] and '), '[dusk] and ');
    assert.equal(await links.push(`[${'x'.repeat(2_000)}`), `[${'x'.repeat(2_000)}`);
  });

  const runs = { numRuns: Number(process.env['RUNS'] ?? 1_500) };

  it('lead nowhere else in any text, as the reference implementation reads it', async () => {
    await fc.assert(
      fc.asyncProperty(hostileMarkdown, async (written) => {
        const shown = await filter([written]);
        const check = checkWith();
        for (const address of addressesIn(shown)) {
          if ((await check(address, 'link')) === null)
            assert.fail(`${JSON.stringify(shown)} leads to ${address}`);
        }
      }),
      runs,
    );
  });

  it('come out alike however any text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(hostileMarkdown, fc.array(fc.nat(12), { maxLength: 30 }), async (written, sizes) => {
        const pieces: string[] = [];
        let rest = written;
        for (const size of sizes) {
          pieces.push(rest.slice(0, size));
          rest = rest.slice(size);
        }
        assert.equal(await filter([...pieces, rest]), await filter([written]));
      }),
      runs,
    );
  });
});

describe('the numbers of cited sections', () => {
  const given = 8;
  const cite = async (text: string, pieceLength = text.length): Promise<string> => {
    const seen: number[] = [];
    const links = new LinkFilter(checkWith(), {
      endsInFence: (markdown) => endsInFence(markdown, parseMarkdown),
      cite(number) {
        if (number < 1 || number > given) return null;
        if (!seen.includes(number)) seen.push(number);
        return seen.indexOf(number) + 1;
      },
    });
    let shown = '';
    for (let at = 0; at < text.length; at += pieceLength)
      shown += await links.push(text.slice(at, at + pieceLength));
    return shown + (await links.end());
  };

  for (const [written, shown] of [
    ['So [7]. And [3][7].', 'So [1]. And [2][1].'],
    ['So [7, 3]; then [3-5].', 'So [1][2]; then [2][3][4].'],
    ['So [section 7] and [Sources 3 and 7].', 'So [1] and [2][1].'],
    ['No such [9] section.', 'No such  section.'],
    ['Call `list[7]` [4].', 'Call `list[7]` [1].'],
    ['Call list[7] = 1; [4].', 'Call list[7] = 1; [1].'],
    ['```js\nlist[7];\n```\nSo [4].', '```js\nlist[7];\n```\nSo [1].'],
    ['A word [a] and [1999] and [12b].', 'A word [a] and [1999] and [12b].'],
    ['Last [5]', 'Last [1]'],
  ] as const) {
    it(`are those of the reader: ${JSON.stringify(written)}`, async () => {
      assert.equal(await cite(written), shown);
      assert.equal(await cite(written, 1), shown);
    });
  }
});
