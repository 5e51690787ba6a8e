import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createMarkdownParser, type MarkdownParser } from '../../src/service/docs/markdown-parser.ts';
import { detectScopeNames } from '../../src/service/docs/page-scope.ts';
import { findBrokenLinks } from '../../src/links/find-broken-links.ts';
import { readLinkedPage } from '../../src/links/linked-page.ts';
import { repairLinks } from '../../src/links/repair-links.ts';

let parser: MarkdownParser;
before(async () => {
  parser = createMarkdownParser();
});

/** The broken links of a documentation: `file:line url → what was meant`. */
function check(files: Record<string, string>): string[] {
  const scopes = detectScopeNames(Object.keys(files));
  const pages = Object.entries(files).flatMap(
    ([file, text]) => readLinkedPage(file, Buffer.from(text), { parser, scopes }) ?? [],
  );
  return findBrokenLinks(pages, (file) => file in files).map(
    ({ file, line, url, missing, plausible }) =>
      `${file}:${line} ${url} → ${missing === 'translation' ? 'another language' : plausible.join(' or ') || 'nothing'}`,
  );
}

it('a link has its line in the file, also below what generators write in several lines', () => {
  const text =
    '!!! note "Title"\n    Text.\n\n{{< callout\n  title="x"\n>}}\n\nTerm\n:   Meaning.\n\nSee [a](none.md).\n';
  assert.deepEqual(check({ 'a.md': text }), ['a.md:11 none.md → nothing']);
});

/** A documentation of two pages more, for one page with a link. */
function checkLink(link: string): string[] {
  return check({
    'guides/routing.md': `# Routing\n\nSee ${link}.\n`,
    'guides/middleware.md': '# Middleware\n\n## Basic usage\n\n## Usage of `next()`\n',
    'reference/options.mdx': '# Options\n\n## All options {#every-one}\n\n<Card id="card">x</Card>\n',
    'index.md': '# Start\n',
    'guides/picture.png': '',
  });
}

describe('links that lead somewhere', () => {
  const links = [
    '[x](middleware.md)',
    '[x](./middleware)',
    '[x](../middleware/)',
    '[x](/guides/middleware)',
    '[x](/guides/middleware/#basic-usage)',
    '[x](middleware.md?plain=1#usage-of-next)',
    '[x](/reference/options#every-one)',
    '[x](../reference/options.mdx#card)',
    '[x](/)',
    '[x](../index.md)',
    '[x](#routing)',
    '[x](#top)',
    '[x](#routing:~:text=See)',
    '[x](picture.png)',
    '[x](/assets/picture.png)',
    '[x](https://elsewhere.example/nothing)',
    '[x](mailto:nobody@elsewhere.example)',
    '`[x](nothing.md)`',
  ];
  for (const link of links) it(`takes ${link} for whole`, () => assert.deepEqual(checkLink(link), []));

  it('lets a link from the root leave out version and language', () => {
    const files = {
      'v1/en/a.md': '[b](/en/b) [b](/b) [b](/v1/en/b/)',
      'v1/en/b.md': 'b',
      'v1/de/b.md': 'b',
      'v2/en/a.md': 'a',
    };
    assert.deepEqual(check(files), []);
  });
});

describe('broken links', () => {
  const links: [link: string, meant: string][] = [
    ['[x](midleware.md)', './middleware.md'],
    ['[x](./options)', '../reference/options'],
    ['[x](/options/)', '/reference/options/'],
    ['[x](options.mdx#every-one)', '../reference/options.mdx#every-one'],
    ['[x](middleware.md#Basic_Usage)', 'middleware.md#basic-usage'],
    ['[x](middleware.md#basic-usag)', 'middleware.md#basic-usage'],
    ['[x](middleware.md#configuration)', 'nothing'],
    ['[x](#nowhere)', 'nothing'],
    ['[x](lost.png)', 'nothing'],
    ['[x](/plugins/webpack)', 'nothing'],
    ['[x][y]\n\n[y]: midleware.md "M"\n\nSee', './middleware.md'],
  ];
  for (const [link, meant] of links) {
    it(`finds ${JSON.stringify(link)}, meant as ${meant}`, () => {
      const found = checkLink(link);
      assert.equal(found.length, 1);
      assert.equal(found[0]?.split(' → ')[1], meant);
    });
  }

  it('finds addresses in components and in HTML', () => {
    assert.deepEqual(check({ 'a.mdx': 'x\n\n<Card href="/lost" />\n', 'b.md': '<a href="/lost">x</a>\n' }), [
      'a.mdx:3 /lost → nothing',
      'b.md:1 /lost → nothing',
    ]);
  });

  it('names all that may be meant, and never a page of another language', () => {
    assert.deepEqual(
      check({
        'en/a.md': '[x](setup.md)',
        'en/linux/setup.md': 'x',
        'en/mac/setup.md': 'x',
        'de/windows/setup.md': 'x',
      }),
      ['en/a.md:1 setup.md → ./linux/setup.md or ./mac/setup.md'],
    );
  });

  it('tells a page that is not translated from one that is not there', () => {
    assert.deepEqual(
      check({ 'v1/en/a.md': 'x', 'v1/de/b.md': '[a](/de/a) [a](/v1/de/a/) [c](/de/c)', 'v2/de/c.md': 'x' }),
      [
        'v1/de/b.md:1 /de/a → another language',
        'v1/de/b.md:1 /v1/de/a/ → another language',
        'v1/de/b.md:1 /de/c → nothing',
      ],
    );
  });

  it('prefers the page that has the anchor', () => {
    assert.deepEqual(
      check({ 'a.md': '[x](setup.md#apt)', 'linux/setup.md': '## apt', 'mac/setup.md': '## brew' }),
      ['a.md:1 setup.md#apt → ./linux/setup.md#apt'],
    );
  });

  it('passes over bytes that are no text, and drafts', () => {
    const scopes = detectScopeNames([]);
    assert.equal(readLinkedPage('a.md', Buffer.from([0, 1, 2]), { parser, scopes }), null);
    assert.deepEqual(check({ 'a.md': '---\ndraft: true\n---\n\n[x](nothing.md)' }), []);
  });
});

describe('repairs', () => {
  const link = { file: 'a.md', line: 2, endLine: 2, missing: 'page' as const };

  it('replace the whole address on the line of the link, as often as it is a link', () => {
    const text = 'old.md\n[a](old.md) [b](<old.md> "old.md") old.mdx told.md\n[c](old.md)';
    const links = [1, 2].map(() => ({ ...link, url: 'old.md', plausible: ['new.md'] }));
    const repaired = repairLinks(text, links);
    assert.equal(repaired.text, 'old.md\n[a](new.md) [b](<new.md> "old.md") old.mdx told.md\n[c](old.md)');
    assert.equal(repaired.repairs.length, 2);
  });

  it('leave alone what has no or several plausible targets', () => {
    const text = '\n[a](old.md)';
    const links = [[], ['a.md', 'b.md']].map((plausible) => ({ ...link, url: 'old.md', plausible }));
    assert.deepEqual(repairLinks(text, links), { text, repairs: [] });
  });

  it('keep the line ends and take no address for a pattern', () => {
    const links = [{ ...link, url: 'a(b).md', plausible: ['$&.md'] }];
    assert.equal(repairLinks('x\r\n[a](<a(b).md>)\r\n', links).text, 'x\r\n[a](<$&.md>)\r\n');
  });
});
