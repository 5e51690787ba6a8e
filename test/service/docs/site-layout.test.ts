import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_DOCS_LIMITS } from '../../../src/service/docs/docs-limits.ts';
import { readScopeNames } from '../../../src/service/docs/docs-survey.ts';
import { listDocsFiles } from '../../../src/service/docs/list-docs-files.ts';
import { readExplicitPaths } from '../../../src/service/docs/explicit-paths.ts';
import { createPageAddresses } from '../../../src/service/docs/page-addresses.ts';
import { pathScope } from '../../../src/service/docs/page-scope.ts';
import { openEngine, temporaryFolder } from '../docs-folder.ts';

interface Options {
  rule?: string;
  known?: readonly string[];
  languages?: readonly string[];
}

/** Return the address, language and version of each file: `de/docs/log de 1.0`. */
async function placesOf(
  files: Record<string, string>,
  { rule, known, languages }: Options = {},
): Promise<Record<string, string>> {
  await using folder = await temporaryFolder(files);
  const listing = await listDocsFiles(folder.path, DEFAULT_DOCS_LIMITS);
  const sitemap = known ? { name: 'sitemap.xml', addresses: known } : null;
  const scopes = await readScopeNames(listing, { languages, addresses: { sitemap } });
  const explicit = await readExplicitPaths(listing.files, scopes);
  const names = listing.files.map(({ file }) => file);
  const addresses = createPageAddresses(names, { rule, known: known ?? null, explicit }, scopes);
  return Object.fromEntries(
    names.map((file) => {
      const { language, version } = { ...addresses.scopeOf(file), ...pathScope(file, scopes).scope };
      return [file, [addresses.pathOf(file), language, version].filter((one) => one !== undefined).join(' ')];
    }),
  );
}

/** Expect files at their places, of which some may have content. */
async function expectPlaces(
  expected: Record<string, string>,
  contents: Record<string, string> = {},
  options: Options = {},
): Promise<void> {
  const files = Object.fromEntries(Object.keys(expected).map((file) => [file, 'Text.']));
  assert.deepEqual(await placesOf({ ...files, ...contents }, options), expected);
}

test('pages of Docusaurus are where it shows them, without their numbers and dates', async () => {
  await expectPlaces(
    {
      'README.md': '',
      'blog/2024-01-02-hello.md': 'blog/2024/01/02/hello',
      'blog/2024-02-03-named/index.md': 'blog/named',
      'docs/01-intro/02-fire.md': 'docs/intro/fire',
      'docs/01-intro/intro.md': 'docs/intro',
      'docs/02-more/2024-report.md': 'docs/more/report',
      'docs/home.md': 'docs/',
      'docs/1.2-notes.md': 'docs/1.2-notes',
      'src/pages/about.md': 'about',
    },
    {
      'docusaurus.config.ts': 'export default {}',
      'docs/home.md': '---\nslug: /\n---\n',
      'blog/2024-02-03-named/index.md': '---\nslug: named\n---\n',
    },
  );
});

test('numbers of Docusaurus stay where its configuration says so', async () => {
  await expectPlaces(
    { 'docs/01-intro/02-fire.md': 'docs/01-intro/02-fire' },
    {
      'docusaurus.config.js':
        'module.exports = { presets: [["classic", { docs: { numberPrefixParser: false } }]] }',
    },
  );
});

test('versions, languages and further plugins of Docusaurus have their folders', async () => {
  await expectPlaces(
    {
      'community/team.md': 'community/team pt-BR current',
      'community_versioned_docs/version-7/team.md': 'community/7/team pt-BR 7',
      'docs/a.md': 'guide/next/a pt-BR current',
      'i18n/en/docusaurus-plugin-content-blog/2024-01-02-hello.md': 'en/blog/2024/01/02/hello en',
      'i18n/en/docusaurus-plugin-content-docs-community/version-7/team.md': 'en/community/7/team en 7',
      'i18n/en/docusaurus-plugin-content-docs/current/a.md': 'en/guide/next/a en current',
      'i18n/en/docusaurus-plugin-content-docs/version-2.1.0/a.md': 'en/guide/a en 2.1.0',
      'i18n/en/docusaurus-plugin-content-pages/about.md': 'en/about en',
      'versioned_docs/version-1.0.0/a.md': 'guide/1.0.0/a pt-BR 1.0.0',
      'versioned_docs/version-2.1.0/a.md': 'guide/a pt-BR 2.1.0',
    },
    {
      'docusaurus.config.js': `const config = { i18n: { defaultLocale: 'pt-BR' }, presets: [['classic', { docs: { routeBasePath: '/guide' }, blog: {} }]] };`,
      'versions.json': '["2.1.0", "1.0.0"]',
    },
  );
});

test('the options of Docusaurus are read where they are constants, also those of its other plugins', async () => {
  const config = (docs: string, more = '') => ({
    'docusaurus.config.ts': `// docs: { routeBasePath: 'comment' },
const config = { themeConfig: { docs: { sidebar: { hideable: true } } }, ${more}
  presets: [['classic', { docs: { sidebarPath: require.resolve('./a'), remarkPlugins: [[x, { path: 'no' }]], ${docs} } }]] };`,
  });
  await expectPlaces(
    { 'docs/a.md': 'a', 'blog/2024-01-02-b.md': 'news/2024/01/02/b', 'blog/c.md': 'news/x/y' },
    {
      ...config(
        `routeBasePath: "/"`,
        `plugins: [['@docusaurus/plugin-content-blog', { routeBasePath: 'news' }]],`,
      ),
      'blog/c.md': '---\nslug: x/y\n---\n',
    },
  );
  await expectPlaces(
    { 'handbook/a.md': 'learn/a', 'community/team.md': 'people/team', 'tools/src/cli.md': 'cli/cli' },
    config(
      `path: './handbook/', routeBasePath: 'learn'`,
      `plugins: [
        ['@docusaurus/plugin-content-docs', { id: 'community', path: 'community', routeBasePath: 'people', /* x */ }],
        ["@docusaurus/plugin-content-docs", /** @type {any} */ ({ id: 'no' })],
        ['@docusaurus/plugin-content-docs', { id: 'cli', path: 'tools/src' }],
      ],`,
    ),
  );
  await expectPlaces({ 'docs/a.md': 'docs/a' }, config('routeBasePath: BASE, path'));
});

test('a page of Docusaurus is called by its id, unless it is that of its folder, and its slug is below its folder', async () => {
  await expectPlaces(
    {
      'docs/01-guide/02-a.md': 'docs/guide/start',
      'docs/01-guide/b.md': 'docs/guide/x/y',
      'docs/01-guide/c.md': 'docs/c',
      'docs/01-guide/d.md': 'docs/other/d/',
      'docs/01-guide/index.md': 'docs/guide',
      'docs/e.md': 'docs/own',
    },
    {
      'docusaurus.config.js': 'module.exports = {}',
      'docs/01-guide/02-a.md': '---\nid: start\n---\n',
      'docs/01-guide/b.md': '---\nid: no\nslug: x/y\n---\n',
      'docs/01-guide/c.md': '---\nslug: ../c\n---\n',
      'docs/01-guide/d.md': '---\nslug: /other/d/\n---\n',
      'docs/01-guide/index.md': '---\nid: home\n---\n',
      'docs/e.md': '---\nid: "own"\n---\n',
    },
  );
  await expectPlaces({ 'docs/a.md': 'docs/a' }, { 'docs/a.md': '---\nid: x\nurl: /y\n---\n' });
});

test('versions of Docusaurus have the folders that it is told, and those it does not show are left out', async () => {
  const versions = {
    'versions.json': '["3.0", "2.0", "1.0"]',
    'docs/a.md': '# Draft\n\nText.',
    'versioned_docs/version-3.0/a.md': '# Three\n\nText.',
    'versioned_docs/version-2.0/a.md': '# Two\n\nText.',
    'versioned_docs/version-1.0/a.md': '# One\n\nText.',
  };
  const config = (docs: string) => ({
    'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: { ${docs} } }]] }`,
  });
  await expectPlaces(
    {
      'docs/a.md': 'docs/edge/a current',
      'versioned_docs/version-1.0/a.md': 'docs/1.0/a 1.0',
      'versioned_docs/version-2.0/a.md': 'docs/a 2.0',
      'versioned_docs/version-3.0/a.md': 'docs/new/a 3.0',
    },
    {
      ...versions,
      ...config(
        `lastVersion: '2.0', versions: { current: { label: 'Next', path: 'edge' }, '3.0': { path: "new", banner: 'none' } }`,
      ),
    },
  );
  const old = (version: string) => `versioned_docs/version-${version}/a.md`;
  for (const [docs, leftOut] of [
    ['includeCurrentVersion: false', ['docs/a.md']],
    [`onlyIncludeVersions: ['current', '2.0']`, [old('1.0'), old('3.0')]],
    ['disableVersioning: true', [old('1.0'), old('2.0'), old('3.0')]],
  ] as const) {
    await using folder = await temporaryFolder({ ...versions, ...config(docs) });
    await using engine = await openEngine({ dir: folder.path });
    const { problems } = await engine.reindex();
    assert.deepEqual(
      problems.map(({ file, code }) => [file, code]),
      leftOut.map((file) => [file, 'skipped']),
      docs,
    );
    const [first] = await engine.search({ query: 'text' });
    assert.equal(first!.section.path, 'docs/a', docs);
  }
});

test('fields and permalinks of Hugo are the address of a page', async () => {
  const page = (...fields: string[]) => ['---', ...fields, '---', ''].join('\n');
  await expectPlaces(
    {
      'content/docs/_index.md': 'docs en',
      'content/docs/deep/more/a.md': 'deep/more/a-bs-c/ en',
      'content/docs/deep/b.md': 'manual/b en',
      'content/docs/deep/_index.md': 'docs/deep en',
      'content/more/_index.md': 'all/ en',
      'content/more/bundle/index.md': 'more/own-name en',
      'content/more/c.de.md': 'more.html de',
      'content/more/d.de.md': 'de/mehr/ de',
      'content/more/e.de.md': 'de/more/eigen de',
      'content/posts/bundle/index.md': '2024/03/bundle/ en',
      'content/posts/f.de.md': 'de/2023/01/in-früh/ de',
      'content/posts/g.md': '1/01/g/ en',
      'extra/H.md': 'guides/h en',
    },
    {
      'hugo.yaml': `languages: { en: {}, de: {} }
permalinks:
  docs: /:sections[1:]/:title/
  page: { posts: ":year/:month/:slugorcontentbasename/" }
module: { mounts: [{ source: content, target: content }, { source: extra, target: content/guides }] }`,
      'content/docs/_index.md': page('title: X', 'slug: no'),
      'content/docs/deep/more/a.md': page("title: A & B's C!"),
      'content/docs/deep/b.md': page('title: B', 'url: /manual/b'),
      'content/docs/deep/_index.md': page('title: Deep'),
      'content/more/_index.md': page('url: /all/'),
      'content/more/bundle/index.md': page('slug: Own Name'),
      'content/more/c.de.md': page('url: /more.html'),
      'content/more/d.de.md': page('url: mehr/'),
      'content/more/e.de.md': page('slug: eigen'),
      'content/posts/bundle/index.md': page('title: Other', 'date: 2024-03-05T10:00:00Z'),
      'content/posts/f.de.md': page('slug: In Früh', 'date: "2023-01-02"'),
      'content/posts/g.md': page('title: G'),
    },
  );
});

test('pages of Hugo are where it shows them: its content at the root, in lower case, the page of a folder', async () => {
  const files = {
    'content/en/Docs/My Page.md': 'docs/my-page en',
    'content/en/Docs/_index.md': 'docs en',
    'content/en/_index.md': ' en',
    'content/pt-br/Docs/_index.md': 'pt-br/docs pt-BR',
  };
  const languages =
    '[languages.en]\ncontentDir = "content/en"\n[languages.pt-br]\ncontentDir = "content/pt-br"\n';
  await expectPlaces(files, { 'hugo.toml': languages });
  await expectPlaces(
    {
      ...files,
      'content/en/_index.md': 'en en',
      'content/en/Docs/_index.md': 'en/docs en',
      'content/en/Docs/My Page.md': 'en/docs/my-page en',
    },
    { 'hugo.toml': `defaultContentLanguageInSubdir = true\n${languages}` },
  );
  await expectPlaces(
    {
      'content/docs/_index.de.md': 'docs de',
      'content/docs/_index.fr.md': 'fr/docs fr',
      'content/docs/a.md': 'docs/a de',
    },
    { 'config.json': '{"baseURL": "/", "DefaultContentLanguage": "de", "languages": {"de": {}, "fr": {}}}' },
  );
  await expectPlaces(
    { 'content/a.md': 'a', 'content/b.ts.md': 'b.ts' },
    { 'hugo.yaml': 'title: One language' },
  );
});

test('pages of VitePress are where its rewrites put them, in the languages of its locales', async () => {
  await expectPlaces(
    {
      'docs/src/a.md': 'a en-US',
      'docs/src/b/index.md': 'c en-US',
      'docs/src/de/a.md': 'de/a de',
      'docs/src/packages/one/src/deep/x.md': 'one/deep/x en-US',
      'docs/src/packages/two/src/y.md': 'two/y en-US',
      'docs/src/old-z.md': 'new/z en-US',
    },
    {
      'docs/.vitepress/config.mts': `export default defineConfig({
  srcDir: './src', // rewrites: { 'a.md': 'comment.md' }
  rewrites: { 'packages/:pkg/src/:slug*': ':pkg/:slug*', 'b/index.md': 'c/index.md', "old-:name.md": "new/:name.md", ':a:b/x': 'no', 'x(y|z)': 'no' },
  locales: { root: { label: 'English', lang: 'en-US', themeConfig: { nav: [{ text: 'x', items: [{ text: 'y', fr: { a: {} } }] }] } }, de: { label: 'Deutsch', lang: 'de-DE' } },
})`,
    },
  );
  await expectPlaces(
    { 'a.md': 'a', 'guide/b.md': 'guide/b' },
    { '.vitepress/config.js': 'export default { locales: computed(), rewrites(id) { return id } }' },
  );
});

test('pages of Starlight are where it shows them, in the languages of its locales', async () => {
  const content = (files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).map(([file, place]) => [`src/content/docs/${file}`, place]));
  await expectPlaces(
    content({
      '1.0/a.md': '1.0/a en 1.0',
      'Guides/My Page (new).mdx': 'guides/my-page-new en',
      'index.mdx': ' en',
      'own.md': 'other/own en',
      'zh-cn/index.md': 'zh-cn zh-CN',
    }),
    {
      'astro.config.mjs': `starlight({ defaultLocale: 'root', locales: { root: { label: 'English', lang: 'en' }, 'zh-cn': { label: '简体', lang: 'zh-CN' } } })`,
      'src/content/docs/own.md': '---\nslug: other/own\n---\n',
    },
  );
  await expectPlaces(content({ 'en/a.md': 'en/a en', 'fr/a.md': 'fr/a fr', 'b.md': 'c en' }), {
    'astro.config.ts': `starlight({ defaultLocale: "en", locales: { en: { label: 'English' }, fr: { label: 'Français' } } })`,
    'src/content/docs/b.md': '---\nslug: c\n---\n',
  });
});

test('a file that is named for its language is in the folder of that, the language of all others in none', async () => {
  await expectPlaces({
    'a.de.md': 'de/a de',
    'a.md': 'a',
    'guide/b.md': 'guide/b',
    'guide/b.zh-cn.md': 'zh-cn/guide/b zh-CN',
    'guide/index.de.md': 'de/guide de',
    'guide/index.md': 'guide',
  });
  await expectPlaces({ 'docs/a.de.md': 'docs/de/a de', 'docs/a.md': 'docs/a', 'docs/b.md': 'docs/b' });
  await expectPlaces({ 'a.de.md': 'a de', 'a.fr.md': 'fr/a fr', 'b.de.md': 'b de' });
  await expectPlaces({ 'a.en.md': 'a en', 'a.ja.md': 'ja/a ja', 'b.ja.md': 'ja/b ja' });
});

test('names that only look like a language stay', async () => {
  for (const files of [
    ['config.js.md', 'config.ts.md', 'config.md'],
    ['main.cs.md', 'other.md'],
    ['socket.io.md', 'socket.md'],
    ['release-1.0.md', 'release-1.1.md'],
  ])
    await expectPlaces(Object.fromEntries(files.toSorted().map((file) => [file, file.slice(0, -3)])));
});

test('real addresses, configured names and a rule come before what a layout says', async () => {
  const known = ['/kiln/fr/a/', '/kiln/a/', '/kiln/fr/b/', '/kiln/b/'];
  await expectPlaces(
    { 'a.fr.md': 'fr/a/ fr', 'a.md': 'a/', 'b.fr.md': 'fr/b/ fr', 'b.md': 'b/' },
    {},
    { known },
  );
  await expectPlaces({ 'a.fr.md': 'a.fr', 'a.md': 'a' }, {}, { languages: [] });
  await expectPlaces(
    { 'content/de/a.md': 'de/handbuch/a/ de', 'content/en/a.md': 'en/handbuch/a/ en' },
    { 'hugo.toml': '[languages.en]\ncontentDir = "content/en"\n[languages.de]\ncontentDir = "content/de"\n' },
    { rule: '{language}/handbuch/{path}/' },
  );
});

test('links of a page lead to the page in its language and version, else to that of its file', async () => {
  await using folder = await temporaryFolder({
    'docusaurus.config.js': '',
    'docs/01-intro/02-fire.md': 'Text.',
    'docs/01-intro/03-glaze.md': 'See [fire](./02-fire.md#start), [fire](./fire) and [fire](02-fire.md).',
    'i18n/de/docusaurus-plugin-content-docs/current/01-intro/02-fire.md': 'Text.',
    'i18n/de/docusaurus-plugin-content-docs/current/01-intro/03-glaze.md':
      'Siehe [Feuer](./02-fire.md#start) und [Feuer](./fire).',
  });
  await using engine = await openEngine({ dir: folder.path });
  await engine.ready;
  const textOf = async (query: string) =>
    (await engine.search({ query })).map(({ section }) => section.content);
  assert.deepEqual(await textOf('see'), [
    'See [fire](docs/intro/fire#start), [fire](docs/intro/fire) and [fire](docs/intro/fire).',
  ]);
  assert.deepEqual(await textOf('siehe'), [
    'Siehe [Feuer](de/docs/intro/fire#start) und [Feuer](de/docs/intro/fire).',
  ]);

  await using suffixed = await temporaryFolder({
    'log.md': 'Text.',
    'oven.md': 'Text.',
    'log.fr.md': 'Texte.',
    'kiln.fr.md': 'Voir [le journal](log.md) et [le four](oven.md).',
    'kiln.md': 'See [the log](log.md).',
  });
  await using other = await openEngine({ dir: suffixed.path });
  await other.ready;
  const [voir] = await other.search({ query: 'voir' });
  assert.equal(voir!.section.content, 'Voir [le journal](fr/log) et [le four](oven).');
});

test('a configuration that is none, too large or elsewhere is left alone', async () => {
  await expectPlaces({ 'content/a.md': 'content/a' }, { 'config.yaml': 'port: 80' });
  await expectPlaces({ 'content/a.md': 'content/a' }, { 'hugo.toml': `x = "${'x'.repeat(300_000)}"` });
  await expectPlaces({ 'content/a.md': 'a' }, { 'hugo.toml': '= no TOML' });
  await expectPlaces(
    { 'content/a.md': 'a', 'secret/b.md': 'secret/b' },
    { 'hugo.toml': 'contentDir = "content"\n[languages.en]\ncontentDir = "../secret"' },
  );
});

test('folders of languages are found beside others by their pages, and plain words are not', async () => {
  await expectPlaces({
    'docs/a.md': 'docs/a',
    'docs/de/a.md': 'docs/de/a de',
    'docs/it/b.md': 'docs/it/b',
    'examples/is/c.md': 'examples/is/c',
    'kiln/1.2/a.md': 'kiln/1.2/a 1.2',
    'kiln/2.0/a.md': 'kiln/2.0/a 2.0',
    'reference/api/v1/a.md': 'reference/api/v1/a',
    'reference/api/v2/a.md': 'reference/api/v2/a',
  });
});

test('translations of Docusaurus in a folder of another name are in the language that has it', () =>
  expectPlaces(
    {
      'docs/a.md': 'docs/a en',
      'i18n/de-DE/docusaurus-plugin-content-docs/current/a.md': 'de/docs/a de',
      'i18n/fr/docusaurus-plugin-content-docs/current/a.md': 'fr/docs/a fr',
    },
    {
      'docusaurus.config.js': `module.exports = { i18n: { defaultLocale: 'en', locales: ['en', 'de', 'fr'],
        localeConfigs: { en: { htmlLang: 'en-GB' }, de: { label: 'Deutsch', path: 'de-DE' } } }, presets: [['classic', { docs: {} }]] };`,
    },
  ));

test('pages of Hugo are files where uglyURLs says so, of the whole site or of a section', async () => {
  const page = '---\ntitle: A\n---\n';
  const files = {
    'content/_index.md': page,
    'content/about.md': page,
    'content/bundle/index.md': page,
    'content/guide/_index.md': page,
    'content/guide/deep/x.md': page,
    'content/guide/s.md': '---\nslug: slugged\n---\n',
    'content/guide/u.md': '---\nurl: /some/place/\n---\n',
  };
  const guide = {
    'content/guide/_index.md': 'guide.html',
    'content/guide/deep/x.md': 'guide/deep/x.html',
    'content/guide/s.md': 'guide/slugged.html',
    'content/guide/u.md': 'some/place/',
  };
  await expectPlaces(
    {
      'content/_index.md': '',
      'content/about.md': 'about.html',
      'content/bundle/index.md': 'bundle.html',
      ...guide,
    },
    { 'hugo.toml': 'uglyURLs = true', ...files },
  );
  await expectPlaces(
    { 'content/_index.md': '', 'content/about.md': 'about', 'content/bundle/index.md': 'bundle', ...guide },
    { 'hugo.toml': '[uglyURLs]\nguide = true', ...files },
  );
});

test('names of branches and previews beside a numbered version are versions, and alone they are folders', async () => {
  const names = ['latest', 'master', 'preview', 'develop', 'unstable', 'lts', '2.x.x', 'v1.0-beta', 'v2.x.x'];
  await expectPlaces(
    Object.fromEntries(['1.0', ...names].map((name) => [`${name}/a.md`, `${name}/a ${name}`])),
  );
  await expectPlaces({ 'preview/a.md': 'preview/a', 'master/a.md': 'master/a', 'b.md': 'b' });
});
