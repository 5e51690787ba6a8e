import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBoth, page, type Find } from './describe-both.ts';

/** Expect pages in this order for readers of a language and a version. */
const expectEach = async (
  find: Find,
  query: string,
  expected: Record<string, readonly string[]>,
): Promise<void> => {
  for (const [filter, titles] of Object.entries(expected)) {
    const [language = '', version = ''] = filter.split(' ');
    const found = await find(query, { ...(language && { language }), ...(version && { version }) });
    assert.deepEqual(found, titles, filter);
  }
};

const FIRE = {
  current: page('Fire a pot', 'Token dsauce. Current words: press Start.'),
  old: page('Fire an old pot', 'Token dsauce. Old words: turn the key.'),
  german: page('Einen Topf brennen', 'Token dsauce. Auf Start.'),
  oldGerman: page('Einen alten Topf brennen', 'Token dsauce. Schlüssel drehen.'),
  japanese: page('焼成する', 'Token dsauce スタートを押します。'),
};
const DOCUSAURUS = {
  'docusaurus.config.js': 'module.exports={i18n:{defaultLocale:"en",locales:["en","de","ja"]}}',
  'docs/01-intro/02-fire.md': FIRE.current,
  'docs/01-intro/_category_.json': '{"label":"Intro"}',
  'versioned_docs/version-1.0/01-intro/02-fire.md': FIRE.old,
  'i18n/de/docusaurus-plugin-content-docs/current/01-intro/02-fire.md': FIRE.german,
  'i18n/de/docusaurus-plugin-content-docs/version-1.0/01-intro/02-fire.md': FIRE.oldGerman,
  'i18n/ja/docusaurus-plugin-content-docs/current/01-intro/02-fire.md': FIRE.japanese,
  'blog/2024-01-02-hello.md': '---\nslug: hello\ntitle: Hello blog\n---\n\nToken dsauce blog.\n',
  'node_modules/pkg/README.md': '# dependency readme\n\nToken dsauce dependency\n',
};
const EXPECTED = {
  '': ['Fire a pot', 'Hello blog'],
  de: ['Einen Topf brennen', 'Hello blog'],
  'de 1.0': ['Einen alten Topf brennen', 'Hello blog'],
  'ja 1.0': ['Fire an old pot', 'Hello blog'],
  ja: ['焼成する', 'Hello blog'],
  'en 1.0': ['Fire an old pot', 'Hello blog'],
};

// search-13
describeBoth('the project of Docusaurus', DOCUSAURUS, (find) => {
  test('has its versions and languages', () => expectEach(find, 'dsauce', EXPECTED));
  test('has its packages left out', async () => assert.deepEqual(await find('dependency'), []));
});

describeBoth(
  'the project of Docusaurus in a folder, beside its documentation, whose configuration says nothing',
  Object.fromEntries(
    Object.entries({ ...DOCUSAURUS, 'docusaurus.config.js': '' }).map(([file, content]) => [
      file.startsWith('docs/') ? file : `website/${file}`,
      content,
    ]),
  ),
  (find) => {
    test('has its versions and languages', () => expectEach(find, 'dsauce', EXPECTED));
  },
);

describeBoth(
  'the project of Docusaurus with released versions',
  {
    ...DOCUSAURUS,
    'versions.json': '["2.0", "1.0"]',
    'versioned_docs/version-2.0/01-intro/02-fire.md': page('Fire a pot, released', 'Token dsauce.'),
  },
  (find) => {
    test('shows the last one, and not what comes next', () =>
      expectEach(find, 'dsauce', {
        '': ['Fire a pot, released', 'Hello blog'],
        'en current': ['Fire a pot', 'Hello blog'],
        'en 2.0': ['Fire a pot, released', 'Hello blog'],
        'en 1.0': ['Fire an old pot', 'Hello blog'],
      }));
  },
);

const LOG = {
  en: page('The log', 'Token kilnlog. The log has a line for each fire, which is what we read.'),
  fr: page('Journal du four', 'Token kilnlog. Le journal a une ligne pour chaque cuisson du four.'),
  de: page('Ofenprotokoll', 'Token kilnlog. Das Protokoll hat für jeden Brand eine Zeile.'),
};
const ONLY = page(
  'Only English',
  'This page is not one of those that are translated. It is longer than the others, and has the token kilnlog only here.',
);
const LANGUAGES = {
  '': ['The log', 'Only English'],
  en: ['The log', 'Only English'],
  fr: ['Journal du four', 'Only English'],
  de: ['Ofenprotokoll', 'Only English'],
};
const HUGO = `defaultContentLanguage = "en"
[languages.en]
contentDir = "content/english"
[languages.fr]
contentDir = "content/french"
[languages.de]
contentDir = "content/german"
`;

for (const [name, files] of Object.entries({
  'Hugo with a folder for each language': {
    'hugo.toml': HUGO,
    'content/english/docs/log.md': LOG.en,
    'content/english/docs/only.md': ONLY,
    'content/french/docs/log.md': LOG.fr,
    'content/german/docs/log.md': LOG.de,
  },
  'Hugo with one language in the folder of the others, configured in YAML': {
    'config/_default/hugo.yaml': 'baseURL: https://kiln.example\ndefaultContentLanguage: en\n',
    'config/_default/languages.yaml':
      'en: {contentDir: content}\nfr: {contentDir: content/fr}\nde: {contentDir: content/de}\n',
    'content/docs/log.md': LOG.en,
    'content/docs/only.md': ONLY,
    'content/fr/docs/log.md': LOG.fr,
    'content/de/docs/log.md': LOG.de,
  },
  'Hugo with languages in the names of files': {
    'config.toml': 'baseURL = "/"\n[languages.en]\n[languages.fr]\n[languages.de]\n',
    'content/docs/log.md': LOG.en,
    'content/docs/only.en.md': ONLY,
    'content/docs/log.fr.md': LOG.fr,
    'content/docs/log.de.md': LOG.de,
  },
  'the content of Hugo alone': {
    'docs/log.md': LOG.en,
    'docs/only.md': ONLY,
    'docs/log.fr.md': LOG.fr,
    'docs/log.de.md': LOG.de,
  },
  'MkDocs with the language of all files in their names': {
    'mkdocs.yml':
      'site_name: Kiln\nplugins:\n  - i18n:\n      docs_structure: suffix\n      languages:\n        - locale: fr\n          build: true\n        - locale: en\n          default: true\n        - locale: de\nextra: !!python/name:material.x\n',
    'README.md': page('Readme', 'For those who write.'),
    'docs/guide/log.en.md': LOG.en,
    'docs/guide/only.en.md': ONLY,
    'docs/guide/log.fr.md': LOG.fr,
    'docs/guide/log.de.md': LOG.de,
  },
  'MkDocs with a folder for each language': {
    'mkdocs.yml': 'docs_dir: pages\n',
    'pages/en/log.md': LOG.en,
    'pages/en/only.md': ONLY,
    'pages/fr/log.md': LOG.fr,
    'pages/de/log.md': LOG.de,
  },
  'files named for their language, without a configuration': {
    'log.en.md': LOG.en,
    'only.en.md': ONLY,
    'log.fr.md': LOG.fr,
    'log.de.md': LOG.de,
    'config.ts.md': page('Config', 'In TypeScript.'),
    'config.js.md': page('Config', 'In JavaScript.'),
  },
  'the project of Starlight': {
    'README.md': page('Readme', 'For those who write.'),
    'src/content/docs/guides/log.md': LOG.en,
    'src/content/docs/guides/only.md': ONLY,
    'src/content/docs/fr/guides/log.md': LOG.fr,
    'src/content/docs/de/guides/log.md': LOG.de,
  },
  'folders of languages beside other folders': {
    'docs/guides/log.md': LOG.en,
    'docs/guides/only.md': ONLY,
    'docs/fr/guides/log.md': LOG.fr,
    'docs/de/guides/log.md': LOG.de,
    'examples/one/README.md': page('One', 'An example.'),
    'packages/kiln/README.md': page('Kiln', 'A package.'),
  },
}))
  describeBoth(name, files, (find) => {
    test('has its languages', () => expectEach(find, 'kilnlog', LANGUAGES));
  });

const built = (title: string): string =>
  `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><main><article><h1>${title}</h1><p>The token kilnfault, and what it means to all of us.</p></article></main></body></html>`;

// Antora: versions below each component, one of them in no folder.
describeBoth(
  'a built site with versions in the folder of each of its components',
  Object.fromEntries(
    ['kiln/latest', 'kiln/1.0', 'kiln/1.2', 'glaze', 'glaze/2.1', 'glaze/3.0-SNAPSHOT'].flatMap((folder) => [
      [`${folder}/errors.html`, built(`Errors of ${folder}`)],
      [`${folder}/index.html`, built(`Start of ${folder}`)],
    ]),
  ),
  (find) => {
    test('shows the current one of each', async () => {
      const found = ['Errors of glaze', 'Errors of kiln/latest', 'Start of glaze', 'Start of kiln/latest'];
      assert.deepEqual((await find('kilnfault')).toSorted(), found);
      assert.deepEqual((await find('errors kilnfault')).slice(0, 2).toSorted(), found.slice(0, 2));
    });
    test('has the others by their filter', async () => {
      assert.equal((await find('errors', { version: '1.2' })).includes('Errors of kiln/1.2'), true);
      assert.deepEqual(await find('errors of kiln', { version: '3.0-SNAPSHOT' }, 1), [
        'Errors of glaze/3.0-SNAPSHOT',
      ]);
    });
  },
);

describeBoth(
  'the project of Docusaurus that shows no current version, under its own addresses',
  {
    ...DOCUSAURUS,
    'docusaurus.config.js':
      'module.exports={i18n:{defaultLocale:"en"},presets:[["classic",{docs:{routeBasePath:"/",includeCurrentVersion:false}}]]}',
    'versions.json': '["1.0"]',
  },
  (find) => {
    test('shows the released one', () =>
      expectEach(find, 'dsauce', {
        '': ['Fire an old pot', 'Hello blog'],
        de: ['Einen alten Topf brennen', 'Hello blog'],
      }));
  },
);

describeBoth(
  'VitePress with a home page that has no text but in its frontmatter',
  {
    '.vitepress/config.ts':
      'export default { locales: { root: { label: "English", lang: "en" }, de: { label: "Deutsch", lang: "de" } } }',
    'index.md':
      '---\nlayout: home\nhero:\n  name: Kiln\n  tagline: Token dherotext\nfeatures:\n  - title: Fast\n    details: Token dfeature.\n---\n',
    'de/index.md': '---\nlayout: home\nhero:\n  name: Brennofen\n  tagline: Token dherotext\n---\n',
    'guide.md': page('Guide', 'Words.'),
    'de/guide.md': page('Anleitung', 'Worte.'),
  },
  (find) => {
    test('finds it by that, in each language', async () => {
      assert.deepEqual(await find('dfeature', {}), ['Kiln']);
      await expectEach(find, 'dherotext', { en: ['Kiln'], de: ['Brennofen'] });
    });
  },
);
