import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { listBuiltAddresses } from '../../../src/service/docs/addresses/built-addresses.ts';
import { readAddressRule } from '../../../src/service/docs/addresses/address-rule.ts';
import { DEFAULT_DOCS_LIMITS } from '../../../src/service/docs/docs-limits.ts';
import { DEFAULT_SITEMAP_LIMITS, readSitemap } from '../../../src/service/docs/addresses/read-sitemap.ts';
import { matchSiteAddresses } from '../../../src/service/docs/addresses/site-addresses.ts';
import { createPageAddresses } from '../../../src/service/docs/page-addresses.ts';
import { detectScopeNames } from '../../../src/service/docs/page-scope.ts';
import { openEngine, temporaryFolder } from '../docs-folder.ts';

const { signal } = new AbortController();

/** Addresses that a rule gives to files. */
function byRule(rule: string, ...files: string[]): string[] {
  const addresses = createPageAddresses(files, { rule }, detectScopeNames(files));
  return files.map((file) => addresses.pathOf(file));
}

const urlset = (...addresses: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses
    .map((address) => `<url><loc>${address}</loc><lastmod>2026-01-01</lastmod></url>`)
    .join('')}</urlset>`;

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url, [Symbol.asyncDispose]: close };
}

test('the shapes of a rule make the addresses that sites have', () => {
  const files = ['index.md', 'Guide/index.md', 'Guide/README.mdx', 'Guide/Intro.mdx'];
  assert.deepEqual(byRule('path', ...files), ['', 'Guide', 'Guide', 'Guide/Intro']);
  assert.deepEqual(byRule('html', ...files), ['', 'Guide/', 'Guide/', 'Guide/Intro.html']);
  assert.deepEqual(byRule('.html', ...files), byRule('html', ...files));
  assert.deepEqual(byRule('slash', ...files), ['', 'Guide/', 'Guide/', 'Guide/Intro/']);
  assert.deepEqual(byRule('/', ...files), byRule('trailing-slash', ...files));
  assert.deepEqual(byRule('lowercase, slash', ...files), ['', 'guide/', 'guide/', 'guide/intro/']);
});

test('a template makes addresses of path, folder, name, version and language', () => {
  const files = ['v2/en/guides/setup.md', 'v2/en/guides/index.md', 'v1/en/a.md', 'v1/de/a.md'];
  assert.deepEqual(byRule('/docs/{path}.html', ...files).slice(0, 2), [
    'docs/v2/en/guides/setup.html',
    'docs/v2/en/guides/',
  ]);
  assert.deepEqual(byRule('{language}/docs/{version}/{path}/', ...files), [
    'en/docs/v2/guides/setup/',
    'en/docs/v2/guides/',
    'en/docs/v1/a/',
    'de/docs/v1/a/',
  ]);
  assert.deepEqual(byRule('{dir}/{name}', 'a.md', 'b/c.md'), ['a', 'b/c']);
});

test('a rule that cannot be meant is refused in one sentence', () => {
  const wrong = [
    '',
    'htm',
    'html,slash',
    '{page}.html',
    '{version}',
    'https://x/{path}',
    '{path}?a',
    '{path',
    'x'.repeat(501),
  ];
  for (const rule of wrong) assert.throws(() => readAddressRule(rule), TypeError, rule);
  assert.throws(() => readAddressRule('html,slash'), /asks for both "html" and "slash"\. A rule is/);
});

test('slug and permalink are addresses as they are written, whatever the rule', async () => {
  await using folder = await temporaryFolder({
    'a.md': '---\npermalink: /Guide/A.html\n---\nOrbit, see [b](./b.md) and [d](d.md#x)',
    'b.md': '---\nslug: /deep/b/\n---\nOrbit',
    'd.md': 'Orbit',
  });
  await using engine = await openEngine({ dir: folder.path, addresses: { rule: 'html' } });
  await engine.ready;
  const sections = (await engine.search({ query: 'orbit', pageSize: 9 })).map(({ section }) => section);
  assert.deepEqual(sections.map(({ path }) => path).toSorted(), ['Guide/A.html', 'd.html', 'deep/b/']);
  // Links between files lead to these addresses, and by the rule to the others.
  assert.equal(
    sections.find(({ path }) => path === 'Guide/A.html')!.content,
    'Orbit, see [b](deep/b/) and [d](d.html#x)',
  );
});

test('files are matched with real addresses, which differ in case, ending, slash and numbers', () => {
  const files = [
    'index.md',
    '01-Intro.md',
    'Guides/Getting Started.mdx',
    'guides/README.md',
    'c++.md',
    'new.md',
  ];
  const site = matchSiteAddresses(files, [
    'https://x.example/docs/',
    'https://x.example/docs/intro.html',
    'https://x.example/docs/guides/',
    'https://x.example/docs/guides/getting-started/',
    'https://x.example/docs/c/',
    'https://x.example/about',
  ]);
  assert.equal(site.base, '/docs/');
  assert.deepEqual(
    files.map((file) => site.addressOf(file)),
    ['', 'intro.html', 'guides/getting-started/', 'guides/', 'c/', undefined],
  );
});

test('folders are found where the site has them: versions, languages, sources in a deep folder', () => {
  const files = [
    'docs/intro.md',
    'docs/setup/first.md',
    'docs/setup/second.md',
    'versioned_docs/version-1.0/intro.md',
    'versioned_docs/version-1.0/setup/first.md',
    'i18n/de/docusaurus-plugin-content-docs/current/intro.md',
    'i18n/de/docusaurus-plugin-content-docs/current/setup/first.md',
    'README.md',
  ];
  const site = matchSiteAddresses(
    files,
    [
      '/docs/intro',
      '/docs/setup/first',
      '/docs/setup/second',
      '/docs/1.0/intro',
      '/docs/1.0/setup/first',
      '/de/docs/intro',
      '/de/docs/setup/first',
      '/blog/intro',
    ].map((path) => `https://x.example${path}`),
  );
  assert.deepEqual(
    files.map((file) => site.addressOf(file)),
    [
      'docs/intro',
      'docs/setup/first',
      'docs/setup/second',
      'docs/1.0/intro',
      'docs/1.0/setup/first',
      'de/docs/intro',
      'de/docs/setup/first',
      undefined,
    ],
  );
});

/** A project of Docusaurus: what is current has no name of its own, and each language has a sitemap of its own. */
const DOCUSAURUS = {
  files: {
    'docs/intro.md': 'Orbit',
    'docs/setup.md': 'Orbit',
    'docs/steps/v2/first.md': 'Orbit',
    'versioned_docs/version-1.0/intro.md': '---\nslug: /\n---\nOrbit',
    'versioned_docs/version-1.0/setup.md': 'Orbit',
    'versioned_docs/version-1.0/steps.md': 'Orbit',
    'i18n/de/docusaurus-plugin-content-docs/current/setup.md': 'Orbit auf Deutsch',
    'i18n/de/docusaurus-plugin-content-docs/current/steps/v2/first.md': 'Orbit auf Deutsch',
    'i18n/de/docusaurus-plugin-content-docs/version-1.0/setup.md': 'Orbit auf Deutsch',
    'i18n/de/docusaurus-plugin-content-docs/version-1.0/steps.md': 'Orbit auf Deutsch',
  },
  en: ['docs/intro', 'docs/setup', 'docs/steps/v2/first', 'docs/1.0/', 'docs/1.0/setup', 'docs/1.0/steps'],
  de: ['de/docs/setup', 'de/docs/steps/v2/first', 'de/docs/1.0/setup', 'de/docs/1.0/steps'],
};

test('versions and languages are those of the folders on the site, where the folders of files say none', async () => {
  const { files, en, de } = DOCUSAURUS;
  const sitemap = (paths: readonly string[]) => urlset(...paths.map((path) => `https://x.example/${path}`));
  await using folder = await temporaryFolder({
    ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`project/${file}`, text])),
    'en.xml': sitemap(en),
    'de.xml': sitemap(de),
  });
  const options = {
    dir: join(folder.path, 'project'),
    defaultVersion: 'current',
    defaultLanguage: 'en',
    addresses: { sitemap: [join(folder.path, 'en.xml'), join(folder.path, 'de.xml')] },
  };
  await using engine = await openEngine(options);
  await engine.ready;
  const find = async (filter: { version?: string; language?: string }) => {
    const found = await engine.search({ query: 'orbit', pageSize: 20, filter });
    return found.map(({ section }) => section.path).toSorted();
  };
  const isOld = (path: string) => path.includes('1.0');
  // Without a language, a page is found in one, and without a version in the current one.
  const folded = en.filter((path) => path !== 'docs/1.0/setup').toSorted();
  assert.deepEqual(await find({}), folded);
  // Pages without translation are found in the default language.
  assert.deepEqual(await find({ language: 'de' }), [
    ...['de/docs/1.0/steps', 'de/docs/setup', 'de/docs/steps/v2/first'],
    ...['docs/1.0/', 'docs/intro'],
  ]);
  assert.deepEqual(await find({ language: 'en' }), folded);
  assert.deepEqual(await find({ version: '1.0' }), en.filter(isOld).toSorted());
  assert.deepEqual(await find({ version: 'current', language: 'de' }), [
    'de/docs/setup',
    'de/docs/steps/v2/first',
    'docs/intro',
  ]);
});

test('a slug of / is the front page of the folder that the site shows', () => {
  const at = (file: string, path: string, ...addresses: string[]) =>
    matchSiteAddresses(
      [file, 'docs/guide/a.md', 'docs/guide/b.md'],
      addresses.map((address) => `https://x${address}`),
      new Map([[file, path]]),
    ).addressOf(file, path);
  const [own, below] = [
    ['/guide/a', '/guide/b'],
    ['/docs/guide/a', '/docs/guide/b'],
  ] as const;
  assert.equal(at('docs/home.md', '', '/', ...own), '');
  assert.equal(at('docs/home.md', '', '/docs/', ...below), 'docs/');
  // The front page of the site is another one.
  assert.equal(at('docs/home.md', '', '/', '/docs/', ...below), 'docs/');
  assert.equal(at('docs/home.md', 'start', '/docs/start', ...below), 'docs/start');
  assert.equal(at('docs/index.md', '', '/docs/start', '/docs/', ...below), 'docs/');
  assert.equal(at('home.md', '', '/', '/docs/', ...below), '');
});

test('one page places a folder that is named like its place, by its slug, too', () => {
  const folder = 'i18n/de/docusaurus-plugin-content-docs/current';
  const explicit = new Map([
    ['docs/home.md', ''],
    [`${folder}/home.md`, ''],
    [`${folder}/guide/a.md`, `${folder}/guide/kick-wheel`],
    ['versioned_docs/version-1.0/home.md', ''],
  ]);
  const files = ['docs/guide/a.md', 'docs/guide/b.md', 'versioned_docs/version-1.0/b.md', ...explicit.keys()];
  const site = matchSiteAddresses(
    files,
    ['', 'guide/a', 'guide/b', 'de/', 'de/guide/kick-wheel', '1.0/', '1.0/b', 'de/1.0/b'].map(
      (path) => `https://x/manual/${path}`,
    ),
    explicit,
  );
  assert.deepEqual(
    files.map((file) => site.addressOf(file, explicit.get(file))),
    ['guide/a', 'guide/b', '1.0/b', '', 'de/', 'de/guide/kick-wheel', '1.0/'],
  );
  assert.deepEqual([...site.folders], ['/manual/', '/manual/1.0/', '/manual/de/']);
});

test('names of versions and languages that are set are the only ones on the site, too', () => {
  const files = Object.keys(DOCUSAURUS.files);
  const known = [...DOCUSAURUS.en, ...DOCUSAURUS.de].map((path) => `https://x.example/${path}`);
  const scopeOf = (names: { versions?: string[]; languages?: string[] }) =>
    createPageAddresses(files, { known, names }, detectScopeNames(files)).scopeOf(files.at(-1)!);
  assert.deepEqual(scopeOf({}), { version: '1.0', language: 'de' });
  assert.deepEqual(scopeOf({ versions: [] }), { language: 'de' });
  assert.deepEqual(scopeOf({ versions: ['docs'], languages: [] }), { version: 'docs' });
});

test('versions with the same pages are told apart by their names', () => {
  const files = ['1.0', '2.0'].flatMap((version) => [
    `versioned_docs/version-${version}/a.md`,
    `versioned_docs/version-${version}/b.md`,
  ]);
  const addresses = ['2.0', '1.0'].flatMap((version) => [
    `https://x/docs/${version}/a`,
    `https://x/docs/${version}/b`,
  ]);
  const site = matchSiteAddresses(files, addresses);
  assert.deepEqual(
    files.map((file) => site.base + site.addressOf(file)),
    ['/docs/1.0/a', '/docs/1.0/b', '/docs/2.0/a', '/docs/2.0/b'],
  );
});

test('one page is enough to find where the folder is', () => {
  const site = matchSiteAddresses(
    ['guide/01-setup.mdx', 'intro.md'],
    ['/docs/', '/docs/guide/setup'].map((path) => `https://x${path}`),
  );
  assert.equal(site.addressOf('guide/01-setup.mdx'), 'guide/setup');
  assert.equal(site.addressOf('intro.md', ''), '');
});

test('an address that fits two ways is not guessed', () => {
  const site = matchSiteAddresses(
    ['a.md', 'b.md', 'v-1.md'],
    ['/a', '/b', '/v1', '/v.1'].map((path) => `https://x${path}`),
  );
  assert.deepEqual([site.addressOf('a.md'), site.addressOf('v-1.md')], ['a', undefined]);
  assert.deepEqual([...site.ambiguous], ['v-1.md']);
});

/** The addresses that a site has for files, from its root, and the versions and languages of their pages. */
function onSite(files: readonly string[], paths: readonly string[]) {
  const known = paths.map((path) => `https://kiln.example/${path}`);
  const addresses = createPageAddresses(files, { known }, detectScopeNames(files));
  const { base, ambiguous } = addresses.site!;
  return {
    ambiguous: [...ambiguous],
    addresses: files.map((file) => {
      const path = addresses.site!.addressOf(file);
      return path === undefined ? undefined : (base + path).slice(1);
    }),
    scopes: files.map((file) => addresses.scopeOf(file)),
  };
}

const PAGES = ['fire', 'glaze', 'dry', 'store'];
const inFolder = (folder: string, pages = PAGES) => pages.map((page) => `${folder}/${page}.md`);
const below = (place: string, pages = PAGES) => pages.map((page) => `${place}/${page}`);

test('numbers before any character are removed, and folders that a site does not show (search-25, numbered)', () => {
  const files = {
    '02-runes/01-what.md': 'what',
    '02-runes/02-$heat.md': '$heat',
    '03-syntax/01-@fire.md': '@fire',
    '03-syntax/02-each.md': 'each',
    '03-syntax/10-h1.md': 'h1',
    '03-syntax/1. Style.md': 'style',
    '04-old/20-slots.md': 'slots',
    '04-old/21-$$slots.md': '$$slots',
    '04-old/22-(group).md': '(group)',
    '04-old/23-été.md': 'été',
  };
  for (const spell of [(name: string) => name, encodeURIComponent]) {
    const places = Object.values(files).map((name) => `docs/kiln/${spell(name)}`);
    const found = onSite(Object.keys(files), [...places, 'docs/other/each', 'docs/other/heat']);
    assert.deepEqual(
      found.addresses,
      Object.values(files).map((name) => `docs/kiln/${name}`),
    );
  }
  // Folders are named by a version, which is not the number of an order.
  assert.deepEqual(onSite(['1.x/a.md', '2.x/a.md'], ['1.x/a', '2.x/a']).addresses, ['1.x/a', '2.x/a']);
});

test('versions and translations are told apart in whatever folder a site shows them (search-25, versions)', () => {
  const german = 'i18n/de/docusaurus-plugin-content-docs';
  const files = [
    ...inFolder('docs'),
    ...inFolder('versioned_docs/version-3'),
    ...inFolder('versioned_docs/version-2'),
    ...inFolder(`${german}/version-3`),
    ...inFolder('i18n/uk/docusaurus-plugin-content-docs/version-3'),
    ...inFolder('i18n/uk/docusaurus-plugin-content-docs/current'),
  ];
  const named = (prefix: string) => [
    ...below('docs'),
    ...below(`docs/${prefix}3`),
    ...below(`docs/${prefix}2`),
    ...below(`de/docs/${prefix}3`),
    ...below(`uk/docs/${prefix}3`),
    ...below('uk/docs'),
  ];
  for (const prefix of ['v', '', 'version-']) {
    const places = named(prefix);
    // A site repeats the original where there is no translation, which is no sign that it is there.
    for (const others of [
      [],
      below('de/docs'),
      [...below('de/docs/v2'), ...below('fr/docs'), ...below('fr/docs/v3')],
    ]) {
      const found = onSite(files, [...places, ...others]);
      assert.deepEqual(found.addresses, places);
      const [three, two] = [`${prefix}3`, `${prefix}2`];
      assert.deepEqual(found.scopes, [
        ...PAGES.map(() => ({})),
        ...PAGES.map(() => ({ version: three })),
        ...PAGES.map(() => ({ version: two })),
        ...PAGES.map(() => ({ version: three, language: 'de' })),
        ...PAGES.map(() => ({ version: three, language: 'uk' })),
        ...PAGES.map(() => ({ language: 'uk' })),
      ]);
    }
  }
});

test('a version or translation that a site does not have is not taken for another one', () => {
  const files = [
    ...inFolder('docs'),
    ...inFolder('versioned_docs/version-3'),
    ...inFolder('versioned_docs/version-2'),
    ...inFolder('i18n/ko/docusaurus-plugin-content-docs/version-3'),
  ];
  const found = onSite(files, [...below('docs'), ...below('docs/v3'), ...below('ko/docs')]);
  assert.deepEqual(found.addresses, [
    ...below('docs'),
    ...below('docs/v3'),
    ...PAGES.map(() => undefined),
    ...PAGES.map(() => undefined),
  ]);
  // The pages are named as unknown, and are found under their own version only.
  assert.deepEqual(found.scopes.at(-5), { version: '2' });
  assert.deepEqual(found.scopes.at(-1), { version: '3', language: 'ko' });
});

test('the last version stands in the folder of all when the next one has its own', () => {
  const files = [
    ...inFolder('docs', [...PAGES, 'new']),
    ...inFolder('versioned_docs/version-3'),
    ...inFolder('versioned_docs/version-2'),
  ];
  const places = [...below('docs/next', [...PAGES, 'new']), ...below('docs'), ...below('docs/2')];
  const found = onSite(files, places);
  assert.deepEqual(found.addresses, places);
  assert.deepEqual(found.scopes.slice(-8), [
    ...PAGES.map(() => ({ version: '3' })),
    ...PAGES.map(() => ({ version: '2' })),
  ]);
});

test('more shapes of versions and languages find their places', () => {
  const rows: [folder: string, place: string][][] = [
    [
      ['content/en', 'docs'],
      ['content/de', 'de/docs'],
    ],
    [
      ['content/english', 'docs'],
      ['content/pt_BR', 'pt-br/docs'],
      ['content/zh-Hans', 'zh-hans/docs'],
    ],
    [
      ['docs', 'docs/4.x'],
      ['versioned_docs/version-3.x', 'docs/3.x'],
      ['versioned_docs/version-2.1.0', 'docs/2.1.0'],
    ],
    [
      ['v2/docs/modules/ROOT/pages', 'kiln/2.0'],
      ['v1/docs/modules/ROOT/pages', 'kiln/1.0'],
    ],
    [
      ['src/content/docs', ''],
      ['src/content/docs/fr', 'fr'],
      ['src/content/docs/v1', 'v1'],
      ['src/content/docs/fr/v1', 'fr/v1'],
    ],
  ];
  for (const row of rows) {
    const places = row.flatMap(([, place]) => below(place).map((path) => path.replace(/^\//, '')));
    const found = onSite(
      row.flatMap(([folder]) => inFolder(folder)),
      places,
    );
    assert.deepEqual(found.addresses, places);
  }
});

test('a blog shows the date of a file as folders, or not at all', () => {
  const files = ['docs/a.md', 'docs/b.md', 'blog/2021-03-05-audit.md', 'blog/2024-10-07-north/index.md'];
  const docs = ['docs/a', 'docs/b'];
  for (const blog of [
    ['blog/2021/03/05/audit', 'blog/2024/10/07/north'],
    ['blog/audit', 'blog/north'],
    ['blog/2021-03-05-audit', 'blog/2024-10-07-north'],
  ]) {
    assert.deepEqual(onSite(files, [...docs, ...blog]).addresses, [...docs, ...blog]);
  }
});

test('an address belongs to one file: to that which is spelled so, and to none of two that are equally close', () => {
  const found = onSite(
    ['a.md', 'slots.md', '$$slots.md', '01-wheel.md', '02-wheel.md'],
    ['a', 'slots', 'wheel'],
  );
  assert.deepEqual(found.addresses, ['a', 'slots', undefined, undefined, undefined]);
  assert.deepEqual(found.ambiguous, ['$$slots.md', '01-wheel.md', '02-wheel.md']);
});

test('pages get the addresses of a sitemap, and those that are not in it are counted and named', async () => {
  await using folder = await temporaryFolder({
    'docs/Intro.md': '# Intro\n\nOrbit',
    'docs/Other Page.md': '---\nslug: /elsewhere\n---\nOrbit',
    'docs/draft-of-this.md': 'Orbit',
    'sitemap.xml': urlset('https://x.example/p/intro/', 'https://x.example/p/elsewhere/'),
  });
  const options = {
    dir: join(folder.path, 'docs'),
    addresses: { rule: 'slash', sitemap: join(folder.path, 'sitemap.xml') },
  };
  await using engine = await openEngine(options);
  await engine.ready;
  const found = await engine.search({ query: 'orbit', pageSize: 9 });
  assert.deepEqual(found.map(({ section }) => section.path).toSorted(), [
    'draft-of-this/',
    'elsewhere/',
    'intro/',
  ]);
  const { problems } = await engine.reindex();
  assert.deepEqual(
    problems.map(({ code, file }) => [code, file]),
    [
      ['address-base', ''],
      ['unknown-address', ''],
    ],
  );
  assert.match(problems[0]!.message, /link-base="\/p\/"/);
  assert.match(problems[1]!.message, /^1 of 3 pages .*: draft-of-this\.md\.$/);
});

test('the folder of the built site tells the addresses too, canonical ones first', async () => {
  const page = (canonical: string) =>
    `<head><link rel="canonical" href="https://x.example${canonical}"></head><p>Text</p>`;
  await using folder = await temporaryFolder({
    'docs/a.md': 'One',
    'docs/b/c.md': 'One',
    'site/404.html': '<p>None</p>',
    'site/a.html': page('/a'),
    'site/b/c/index.html': page('/b/c/'),
  });
  const options = { dir: join(folder.path, 'docs'), addresses: { built: join(folder.path, 'site') } };
  await using engine = await openEngine(options);
  await engine.ready;
  const found = await engine.search({ query: 'one', pageSize: 9 });
  assert.deepEqual(found.map(({ section }) => section.path).toSorted(), ['a', 'b/c/']);
});

test('the sitemap of another site is refused', async () => {
  await using folder = await temporaryFolder({
    'docs/a.md': 'One',
    'sitemap.xml': urlset('https://other.example/x', 'https://other.example/y'),
  });
  const options = {
    dir: join(folder.path, 'docs'),
    addresses: { sitemap: join(folder.path, 'sitemap.xml') },
  };
  await using engine = await openEngine(options);
  await assert.rejects(
    engine.reindex(),
    /^Error: Of 1 pages 0 are in the sitemap .*: it is that of another site\./,
  );
});

test('when a sitemap changes, so do the addresses of files that have not', async () => {
  await using folder = await temporaryFolder({
    'docs/a.md': 'One',
    'sitemap.xml': urlset('https://x.example/a'),
  });
  const options = {
    dir: join(folder.path, 'docs'),
    addresses: { sitemap: join(folder.path, 'sitemap.xml') },
  };
  await using engine = await openEngine(options);
  await engine.ready;
  await folder.write({ 'sitemap.xml': urlset('https://x.example/a.html') });
  await engine.reindex();
  assert.deepEqual(
    (await engine.search({ query: 'one' })).map(({ section }) => section.path),
    ['a.html'],
  );
});

test('a sitemap is read from the web: an index of packed files, behind a redirect', async () => {
  await using server = await serve((request, response) => {
    const { url } = request;
    const own = `http://${request.headers.host}`;
    if (url === '/sitemap.xml') response.writeHead(301, { location: '/index.xml' }).end();
    else if (url === '/index.xml')
      response.end(
        `<sitemapindex><sitemap><loc>${own}/1.xml.gz</loc></sitemap><sitemap><loc>${own}/index.xml</loc></sitemap></sitemapindex>`,
      );
    else response.end(gzipSync(urlset(`${own}/a&amp;b`, `${own}/c`)));
  });
  assert.deepEqual(await readSitemap(`${server.url}/sitemap.xml`, signal), [
    `${server.url}/a&b`,
    `${server.url}/c`,
  ]);
});

test('an index of sitemaps that is a file has its parts beside it', async () => {
  await using folder = await temporaryFolder({
    'sitemap-index.xml':
      '<sitemapindex><sitemap><loc>https://x.invalid/docs/sitemap-0.xml</loc></sitemap></sitemapindex>',
    'sitemap-0.xml': urlset('https://x.invalid/docs/a/'),
  });
  const addresses = await readSitemap(join(folder.path, 'sitemap-index.xml'), signal);
  assert.deepEqual(addresses, ['https://x.invalid/docs/a/']);
});

test('parts of an index on another origin are read once that is named, and those of a file are not fetched', async () => {
  const asked: string[] = [];
  await using other = await serve(({ url = '' }, response) => {
    asked.push(url);
    response.end(urlset('http://x/a'));
  });
  const index = `<sitemapindex><sitemap><loc>${other.url}/part.xml</loc></sitemap></sitemapindex>`;
  await using server = await serve((_, response) => response.end(index));
  await using folder = await temporaryFolder({ 'index.xml': index });
  await assert.rejects(readSitemap(join(folder.path, 'index.xml'), signal), /which is on another origin/);
  assert.deepEqual(asked, []);
  assert.deepEqual(await readSitemap([server.url, `${other.url}/own.xml`], signal), ['http://x/a']);
  assert.deepEqual(asked, ['/own.xml', '/part.xml']);
});

test('a sitemap is bounded in bytes, addresses, files, redirects and time, and asks no other host', async () => {
  await using other = await serve((_request, response) => response.end(urlset('http://x/')));
  await using server = await serve((request, response) => {
    const own = `http://${request.headers.host}`;
    const { url = '' } = request;
    if (url.startsWith('/loop')) response.writeHead(302, { location: `${url}x` }).end();
    else if (url === '/other') response.writeHead(302, { location: `${other.url}/sitemap.xml` }).end();
    else if (url === '/downgrade') response.writeHead(307, { location: 'ftp://127.0.0.1/x' }).end();
    else if (url === '/user') response.writeHead(308, { location: own.replace('//', '//user:pass@') }).end();
    else if (url === '/foreign')
      response.end(`<sitemapindex><sitemap><loc>${other.url}/sitemap.xml</loc></sitemap></sitemapindex>`);
    else if (url === '/scheme')
      response.end('<sitemapindex><sitemap><loc>https://127.0.0.1:1/x</loc></sitemap></sitemapindex>');
    else if (url.startsWith('/index'))
      response.end(`<sitemapindex><sitemap><loc>${own}${url}x</loc></sitemap></sitemapindex>`);
    else if (url === '/bomb') response.end(gzipSync(Buffer.alloc(10_000_000)));
    else if (url === '/long') response.end('x'.repeat(10_001));
    else if (url === '/many')
      response.end(urlset(...Array.from({ length: 101 }, (_, at) => `http://x/${at}`)));
    else if (url === '/gone') response.writeHead(404).end();
    else if (url === '/html') response.end('<!doctype html><p>Not found</p>');
    else if (url === '/empty') response.end('<urlset></urlset>');
    else if (url === '/entity')
      response.end(
        '<!DOCTYPE urlset [<!ENTITY a SYSTEM "file:///etc/passwd">]><urlset><url><loc>&a;</loc></url></urlset>',
      );
    // Any other address is never answered.
  });
  const limits = {
    ...DEFAULT_SITEMAP_LIMITS,
    bytes: 10_000,
    addresses: 100,
    files: 5,
    redirects: 3,
  };
  const cases: [path: string, message: RegExp][] = [
    ['/loop', /leads on more than 3 times/],
    ['/other', /leads to another origin/],
    ['/downgrade', /leads to another origin/],
    ['/user', /leads to another origin/],
    [
      '/foreign',
      /lists http:\/\/127\.0\.0\.1:\d+\/sitemap\.xml, which is on another origin: name that sitemap, too/,
    ],
    ['/scheme', /lists https:\/\/127\.0\.0\.1:1\/x, which is on another origin/],
    ['/index', /names more than 5 sitemaps/],
    ['/bomb', /more than 10000 bytes/],
    ['/long', /more than 10000 bytes/],
    ['/many', /more than 100 addresses/],
    ['/gone', /status 404/],
    ['/html', /is no XML/],
    ['/empty', /names no page/],
    ['/entity', /is no XML/],
  ];
  for (const [path, message] of cases) {
    await assert.rejects(readSitemap(server.url + path, signal, limits), message, path);
  }
  await assert.rejects(
    readSitemap(`${server.url}/never`, signal, { ...limits, milliseconds: 200 }),
    /did not come in 0\.2 seconds/,
  );
  await assert.rejects(
    readSitemap('/nowhere/sitemap.xml', signal),
    /is no file\. Name the sitemap\.xml of this site/,
  );
});

test('pages of a built site that only lead to another one are no addresses', async () => {
  await using folder = await temporaryFolder({
    'new.html': '<title>New</title><p>Here.',
    'old.html': '<head><meta http-equiv="refresh" content="0; url=/new"></head>',
  });
  const addresses = await listBuiltAddresses(folder.path, DEFAULT_DOCS_LIMITS);
  assert.equal(addresses.length, 1);
  assert.match(addresses[0]!, /new/);
});
