import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { parseMarkdown } from '../../../src/markdown/parse-markdown.ts';
import type { Block, Inline } from '../../../src/markdown/tree.ts';
import { resolvePage } from '../../../src/protocol/address.ts';
import { resolveAnswerLink } from '../../../src/protocol/answer-link.ts';
import { sectionAddress } from '../../../src/engine/answer/section-link.ts';
import { resolveRootLinks } from '../../../src/engine/answer/root-links.ts';
import { createMarkdownParser } from '../../../src/service/docs/markdown-parser.ts';
import type { AddressOptions } from '../../../src/service/docs/reading-options.ts';
import type { Section } from '../../../src/engine/sections/section.ts';
import { toSearchResult } from '../../../src/engine/ranking/search-result.ts';
import { serveFiles } from '../../hosts/file-server.ts';
import { openEngine, temporaryFolder, type FolderEngine } from '../docs-folder.ts';

const HOST = 'https://site.example';
const parser = createMarkdownParser();

/** Sections of a folder as they are quoted in answers, and given to language models. */
async function quotedSections(
  engine: FolderEngine,
  query = 'orbit',
): Promise<{ section: Section; result: ReturnType<typeof toSearchResult> }[]> {
  await engine.ready;
  const hits = await engine.search({ query, pageSize: 50, sectionsPerPage: 50 });
  return Promise.all(
    hits.map(async (hit) => ({
      section: await resolveRootLinks(hit.section, parser.parseMarkdown, (addresses) =>
        engine.findPages(addresses),
      ),
      result: toSearchResult(hit),
    })),
  );
}

/** Destinations of the links of a text, as the elements read them. */
function destinations({ content }: Section): string[] {
  const urlsOf = (node: Block | Inline): string[] => [
    ...(node.type === 'link' ? [node.url] : []),
    ...('children' in node ? (node.children as (Block | Inline)[]).flatMap(urlsOf) : []),
  ];
  return parseMarkdown(content).flatMap(urlsOf);
}

/** Where the links of the page `path` lead on a site whose elements have this `link-base`, with the host left out. */
async function follow(
  files: Record<string, string>,
  { path, linkBase, addresses }: { path: string; linkBase: string; addresses?: AddressOptions },
): Promise<(string | null)[]> {
  await using folder = await temporaryFolder(files);
  await using engine = await openEngine({ dir: join(folder.path, 'docs'), addresses });
  const page = (await quotedSections(engine)).find(({ section }) => section.path === path)!;
  return destinations(page.section).map(
    (link) => resolveAnswerLink(link, HOST + linkBase)?.replace(HOST, '') ?? null,
  );
}

const sitemap = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${HOST}${path}</loc></url>`).join('')}</urlset>`;

describe('a link of a Markdown page in an answer', () => {
  const files = {
    'docs/docs/setup.md': 'Another page, in a folder that is named as the one of the site is.',
    'docs/guide/setup.md': 'Text.',
    'docs/index.md': 'Text.',
  };
  const rows: [kind: string, link: string, atRoot: string, below: string][] = [
    ['to a file', 'setup.md#a', '/guide/setup#a', '/docs/guide/setup#a'],
    ['to a file without its ending', './setup?b#a', '/guide/setup?b#a', '/docs/guide/setup?b#a'],
    ['to a file that is no page', '../files/a.zip', '/files/a.zip', '/docs/files/a.zip'],
    [
      'to a file in a folder with the name of the base',
      '../docs/setup.md',
      '/docs/setup',
      '/docs/docs/setup',
    ],
    ['to the front page', '../index.md', '/', '/docs/'],
    ['from the root, to a page', '/guide/setup', '/guide/setup', '/docs/guide/setup'],
    ['from the root, to a page in such a folder', '/docs/setup', '/docs/setup', '/docs/docs/setup'],
    ['from the root, to no page', '/pricing?a#b', '/pricing?a#b', '/pricing?a#b'],
    ['from the root, to no page below the base', '/docs/nothing', '/docs/nothing', '/docs/nothing'],
    ['to the root', '/', '/', '/docs/'],
    ['that is only a fragment', '#own', '/guide/page#own', '/docs/guide/page#own'],
    ['that is only a query', '?tab=npm', '/guide/page?tab=npm', '/docs/guide/page?tab=npm'],
    [
      'to another site',
      'https://other.example/docs/x',
      'https://other.example/docs/x',
      'https://other.example/docs/x',
    ],
    [
      'to another site by its host',
      '//other.example/x',
      'https://other.example/x',
      'https://other.example/x',
    ],
    ['to an address of mail', 'mailto:a@b.example', 'mailto:a@b.example', 'mailto:a@b.example'],
  ];
  for (const [linkBase, at] of [
    ['/', 2],
    ['/docs/', 3],
  ] as const) {
    it(`leads where its author meant, with link-base="${linkBase}"`, async () => {
      const page = `Orbit. ${rows.map(([kind, link]) => `[${kind}](${link})`).join(' ')}`;
      const followed = await follow(
        { ...files, 'docs/guide/page.md': page },
        { path: 'guide/page', linkBase },
      );
      assert.deepEqual(
        rows.map(([kind, link], index) => [kind, link, followed[index]]),
        rows.map((row) => [row[0], row[1], row[at]]),
      );
    });
  }

  it('leads to the address that frontmatter, sitemap or rule give to its page', async () => {
    const pages = {
      'docs/page.md':
        'Orbit. [a](Known.md) [b](slug) [c](./Unknown.md#x) [d](/help/known/) [e](/slug) [f](/blog)',
      'docs/Known.md': 'Text.',
      'docs/slug.md': '---\ntitle: Slug\nslug: /own/address\n---\nText.',
      'docs/Unknown.md': 'Text.',
    };
    assert.deepEqual(await follow(pages, { path: 'page', linkBase: '/help/' }), [
      '/help/Known',
      '/help/own/address',
      '/help/Unknown#x',
      '/help/known/',
      '/slug',
      '/blog',
    ]);
    const options = { path: 'page.html', linkBase: '/help/', addresses: { rule: 'html' } };
    assert.deepEqual((await follow(pages, options)).slice(0, 3), [
      '/help/Known.html',
      '/help/own/address',
      '/help/Unknown.html#x',
    ]);
    await using map = await temporaryFolder({
      'sitemap.xml': sitemap('/help/', '/help/page/', '/help/known/', '/help/own/address/', '/blog'),
    });
    const addresses = { rule: 'slash', sitemap: join(map.path, 'sitemap.xml') };
    assert.deepEqual(await follow(pages, { path: 'page/', linkBase: '/help/', addresses }), [
      '/help/known/',
      '/help/own/address/',
      '/help/Unknown/#x',
      '/help/known/',
      '/slug',
      '/blog',
    ]);
  });

  it('leads to the new address of a page whose slug has changed, though its own page has not', async () => {
    const slug = (path: string) => ({ 'b.md': `---\nslug: ${path}\n---\nText.` });
    await using folder = await temporaryFolder({ 'a.md': 'Orbit. [b](b.md)', ...slug('/one') });
    await using engine = await openEngine({ dir: folder.path });
    assert.deepEqual(destinations((await quotedSections(engine))[0]!.section), ['one']);
    await folder.write(slug('/two'));
    await engine.reindex();
    assert.deepEqual(destinations((await quotedSections(engine))[0]!.section), ['two']);
  });
});

describe('a link of a built page in an answer', () => {
  const rows: [kind: string, link: string, atRoot: string, below: string][] = [
    ['to a file', 'setup.html#a', '/guide/setup.html#a', '/docs/guide/setup.html#a'],
    ['to a folder', './', '/guide/', '/docs/guide/'],
    [
      'to a file in a folder with the name of the base',
      '../docs/setup.html',
      '/docs/setup.html',
      '/docs/docs/setup.html',
    ],
    ['to the front page', '../', '/', '/docs/'],
    [
      'from the root, to a page',
      '/docs/guide/setup.html?b',
      '/docs/guide/setup.html?b',
      '/docs/guide/setup.html?b',
    ],
    ['from the root, out of the documentation', '/pricing', '/pricing', '/pricing'],
    ['out of the documentation', '../../pricing', '/pricing', '/pricing'],
    ['that is only a fragment', '#own', '/guide/page.html#own', '/docs/guide/page.html#own'],
    ['that is only a query', '?tab=npm', '/guide/page.html?tab=npm', '/docs/guide/page.html?tab=npm'],
    [
      'to another site',
      'https://other.example/docs/x',
      'https://other.example/docs/x',
      'https://other.example/docs/x',
    ],
    [
      'to another site by its host',
      '//other.example/x',
      'https://other.example/x',
      'https://other.example/x',
    ],
    ['to an address of mail', 'mailto:a@b.example', 'mailto:a@b.example', 'mailto:a@b.example'],
  ];
  const html = (links: readonly string[], head = '') =>
    `<html><head>${head}</head><body><main>Orbit. ${links.map((link) => `<a href="${link}">x</a>`).join(' ')}</main></body></html>`;
  const all = rows.map(([, link]) => link);
  const canonical = `<link rel="canonical" href="${HOST}/docs/guide/page.html">`;

  for (const [title, linkBase, at, head] of [
    ['with link-base="/"', '/', 2, ''],
    ['with link-base="/docs/"', '/docs/', 3, ''],
    ['with link-base="/docs/" where canonical links name it', '/docs/', 3, canonical],
  ] as const) {
    it(`leads where its author meant, ${title}`, async () => {
      const files = { 'docs/guide/page.html': html(all, head) };
      const followed = await follow(files, { path: 'guide/page.html', linkBase });
      assert.deepEqual(
        rows.map(([kind, link], index) => [kind, link, followed[index]]),
        rows.map((row) => [row[0], row[1], row[at]]),
      );
    });
  }

  it('is a site path where canonical links name the base of the site', async () => {
    await using folder = await temporaryFolder({
      'guide/page.html': html(['/docs/guide/setup.html', '/docs/', '/docs', '/docsearch'], canonical),
    });
    await using engine = await openEngine({ dir: folder.path });
    const [page] = await quotedSections(engine);
    assert.deepEqual(destinations(page!.section), ['guide/setup.html', './', './', '/./docsearch']);
  });

  for (const [base, expected] of [
    ['/docs/', ['/docs/setup.html', '/docs/#own', '/pricing']],
    ['../', ['/docs/setup.html', '/docs/#own', '/pricing']],
    [`${HOST}/docs/v2/`, ['/docs/v2/setup.html', '/docs/v2/#own', '/pricing']],
    [
      'https://other.example/',
      ['https://other.example/setup.html', 'https://other.example/#own', 'https://other.example/pricing'],
    ],
    ['data:text/plain,x', ['/docs/guide/setup.html', '/docs/guide/page.html#own', '/pricing']],
  ] as const) {
    it(`counts from <base href="${base}">`, async () => {
      const page = html(['setup.html', '#own', '/pricing'], `<base href="${base}"><base href="/second/">`);
      const files = { 'docs/guide/page.html': page };
      assert.deepEqual(await follow(files, { path: 'guide/page.html', linkBase: '/docs/' }), expected);
    });
  }
});

describe('a page whose file name has characters with a meaning in addresses', () => {
  const NAMES = [
    'a b',
    'C#',
    'why?',
    '50%',
    '100%25',
    'größe',
    '日本',
    'x:y',
    'a&b+c',
    "it's (new) [1]",
    'tag/#1/ä',
  ];

  /** Asserts that a plain file server has a page at every address that results, answers and links of answers have. */
  async function assertFound(built: string, engine: FolderEngine): Promise<void> {
    await using server = await serveFiles(built, '/docs/');
    const pages = await quotedSections(engine, 'orbit here');
    const addresses = pages.flatMap(({ section, result }) => [
      ...[result.path, String(result.metadata['href']), sectionAddress(section)].map((path) =>
        resolvePage(path, server.url),
      ),
      ...destinations(section).map((link) => resolveAnswerLink(link, server.url)),
    ]);
    assert.equal(pages.length, NAMES.length + 1);
    assert.equal(addresses.length, 3 * pages.length + NAMES.length);
    for (const address of addresses) {
      assert.ok(address, `no link among ${addresses.join(' ')}`);
      const response = await fetch(address);
      assert.equal(response.status, 200, address);
      assert.match(await response.text(), /orbit/i);
    }
    // Nothing is left for a client to encode.
    assert.deepEqual(
      pages.filter(({ result }) => !/^[\w/.%&+'()-]*$/.test(result.path)),
      [],
    );
  }

  const encode = (name: string) => name.split('/').map(encodeURIComponent).join('/');

  test('is found from built HTML', async () => {
    const links = NAMES.map((name) => `<a href="./${encode(name)}.html">x</a>`).join(' ');
    await using folder = await temporaryFolder({
      'index.html': `<main>Orbit ${links}</main>`,
      ...Object.fromEntries(NAMES.map((name) => [`${name}.html`, '<main>Orbit here</main>'])),
    });
    await using engine = await openEngine({ dir: folder.path });
    await assertFound(folder.path, engine);
  });

  for (const addresses of [{ rule: 'html' }, { built: 'built' }]) {
    test(`is found from Markdown with ${JSON.stringify(addresses)}`, async () => {
      const built = (name: string) => [`built/${name}.html`, '<main>Orbit here</main>'] as const;
      await using folder = await temporaryFolder({
        'docs/index.md': `Orbit ${NAMES.map((name) => `[x](<${encode(name)}.md>)`).join(' ')}`,
        ...Object.fromEntries(NAMES.map((name) => [`docs/${name}.md`, 'Orbit here'])),
        ...Object.fromEntries([...NAMES, 'index'].map(built)),
      });
      const options = 'built' in addresses ? { built: join(folder.path, 'built') } : addresses;
      await using engine = await openEngine({ dir: join(folder.path, 'docs'), addresses: options });
      await assertFound(join(folder.path, 'built'), engine);
    });
  }
});
