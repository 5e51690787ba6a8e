/** Names and signs of code, phrases in quotation marks, and letters that are written in other ways: in the service and in an index as files. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createStaticSource } from '../../src/static-index/reading/static-source.ts';
import { hostFiles, type IndexHost } from './index-host.ts';

const STORY = (number: number): string =>
  `# Kiln story ${number}\n\nThe kiln uses fuel; use the kiln and use care, for a pot, for each shelf, if it holds. KILN is loud. We use it on and on, never without init. The pot ${number}, with a C clamp.`;

const DOCS = {
  'directives.md':
    '# Directives\n\nDirectives begin with a prefix.\n\n## k-for\n\nRepeats a pot for each shelf if one holds it.\n\n## k-if\n\nShows a pot.\n\n## k-on\n\nListens to the kiln.\n\n## k-pre\n\nLeaves the pot.',
  'hooks.md':
    '# useKiln\n\n`useKiln(options)` gives a component its kiln. Use it once. Use `useKiln` at the top.',
  'hooks-guide.md':
    '# Sharing a kiln\n\nUse one kiln for all. You use a kiln as you use a pot. Kiln, kiln, kiln.',
  'operators.md':
    '# Operators\n\n| Operator | Meaning |\n| --- | --- |\n| `?` | Early return |\n| `=>` | Arm |\n| `->` | Type |\n| `..=` | Range |\n| `&&` | Both |\n| `\\|\\|` | Either |\n\n## The ?. operator\n\nOptional chaining.\n\n## C++\n\nKilns in C++ are fast.\n\n## C#\n\nKilns in C# are sharp.\n\n## C\n\nKilns in C are small. C, C and C.',
  'python.md':
    '# Python names\n\n## `__init__`\n\nToken of the initialiser.\n\n## `init`\n\nStarts. Call init, then init again: init.\n\n## `$$props`\n\nAll properties.\n\n## `$props`\n\nSome. $props, $props, $props.',
  'letters.md':
    '# Letters\n\nStraße, ﬁnish, ＡＰＩ, cafe\u0301, Donau\u00addampf, zero\u200bwidth.\n\nكِتَاب and שָׁלוֹם.',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`story-${at + 1}.md`, STORY(at + 1)])),
};

describe('a documentation of code (search-14)', () => {
  let host: IndexHost;
  before(async () => {
    host = await hostFiles(DOCS);
  });
  after(() => host[Symbol.asyncDispose]());

  /** Addresses of the results, which are the same from both. */
  async function find(query: string): Promise<string[]> {
    const served = await host.service.search({ query }, null);
    const found = await createStaticSource({ index: host.index }).search({ query });
    const addresses = served.map(({ section }) => section.href);
    assert.deepEqual(
      found.map(({ metadata }) => metadata.href),
      addresses,
    );
    return addresses;
  }

  for (const [query, first] of [
    ['k-for', 'directives#k-for'],
    ['k-if', 'directives#k-if'],
    ['k-on', 'directives#k-on'],
    ['k-pre', 'directives#k-pre'],
    ['__init__', 'python#__init__'],
    ['init', 'python#init'],
    ['$$props', 'python#props'],
    ['$props', 'python#props-1'],
    ['C++', 'operators#c'],
    ['C#', 'operators#c-1'],
    ['C', 'operators#c-2'],
    ['use kiln', 'hooks'],
    ['?', 'operators'],
    ['=>', 'operators'],
    ['->', 'operators'],
    ['..=', 'operators'],
    ['&&', 'operators'],
    ['||', 'operators'],
    ['?.', 'operators#the--operator'],
    ['strasse', 'letters'],
    ['STRASSE', 'letters'],
    ['straße', 'letters'],
    ['finish', 'letters'],
    ['api', 'letters'],
    ['ａｐｉ', 'letters'],
    ['café', 'letters'],
    ['cafe', 'letters'],
    ['Donaudampf', 'letters'],
    ['zerowidth', 'letters'],
    ['كتاب', 'letters'],
    ['שלום', 'letters'],
  ] as const)
    it(`is first found as ${query}`, async () => assert.equal((await find(query))[0], first));

  it('is found by a phrase in quotation marks only where its words are in this order', async () => {
    for (const quoted of ['"shelf if it holds"', '“shelf, if it holds”', 'kiln "shelf if it holds"']) {
      const found = await find(quoted);
      assert.equal(found.length, 10, quoted);
      assert.ok(found.every((address) => address.startsWith('story-')));
    }
    assert.deepEqual(await find('"holds it if shelf"'), []);
    assert.equal((await find('shelf if it holds')).includes('directives#k-for'), true);
  });

  it('finds nothing for signs that no page has', async () => assert.deepEqual(await find('<=>'), []));
});
