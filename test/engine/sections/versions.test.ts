import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathWithoutScope } from '../../../src/engine/sections/page-key.ts';
import { compareVersions } from '../../../src/engine/sections/scope-names.ts';
import { temporaryFolder } from '../../service/docs-folder.ts';
import {
  findMainLanguage,
  findMainVersion,
  findUntranslated,
  readNamedLanguages,
} from '../../../src/service/index/main-edition.ts';

test('versions are in the order of most readers: names for the current one, numbers, previews, other names', () => {
  const versions = ['canary', '1.9', 'v10', '2.x', '2.1', '11.0-beta.2', '11.0rc1', 'stable', 'latest'];
  assert.deepEqual(versions.toSorted(compareVersions), [
    ...['latest', 'stable', 'v10', '2.x', '2.1', '1.9'],
    ...['11.0rc1', '11.0-beta.2', 'canary'],
  ]);
});

test('editions of a page share its path without the folders of their version and language', () => {
  const same = [
    ['guide/log', undefined, 'en'],
    ['de/guide/log', undefined, 'de'],
    ['zh/guide/log', undefined, 'zh-CN'],
    ['cn/guide/log', undefined, 'zh-CN'],
    ['pt-br/guide/log', undefined, 'pt-BR'],
    ['jp/v2/guide/log', 'v2', 'ja'],
    ['guide/2.0/log', '2', undefined],
    ['next/guide/log', 'current', undefined],
    ['guide/version-1.4/log', '1.4', 'en'],
  ] as const;
  for (const [path, version, language] of same)
    assert.equal(pathWithoutScope(path, { version, language }), 'guide/log', path);
});

test('folders that only look like a language or a version of another page stay', () => {
  assert.equal(pathWithoutScope('security/ca/it', { language: 'en' }), 'security/ca/it');
  assert.equal(pathWithoutScope('dev/setup', { version: '2.0' }), 'dev/setup');
  assert.equal(pathWithoutScope('v1/log', {}), 'v1/log');
});

test('the main version is that which a site shows in no folder, else the newest', () => {
  const mainOf = (pages: Record<string, string | null>) =>
    findMainVersion(
      Object.entries(pages).map(([path, version]) => ({ path, ...(version !== null && { version }) })),
    );
  const docusaurus = { 'docs/log': '2.0', 'docs/next/log': 'current', 'docs/1.0/log': '1.0' };
  assert.equal(mainOf(docusaurus), '2.0');
  assert.equal(mainOf({ log: null, 'v1/log': 'v1' }), null);
  assert.equal(mainOf({ '': null, 'v1/log': 'v1', 'v2/log': 'v2' }), 'v2');
  assert.equal(mainOf({ '': null, v1: 'v1', v2: 'v2', license: null }), 'v2');
  assert.equal(mainOf({ log: null }), undefined);
});

test('the main language is that which a site shows in no folder, else that of texts in several languages, else that of most pages', () => {
  const english = 'The log of the workshop is what everyone reads before they fire the kiln.';
  const mainOf = (pages: Record<string, string | undefined>, text = english) =>
    findMainLanguage(
      Object.entries(pages).map(([path, language]) => ({
        path,
        title: 'Log',
        ...(language && { language }),
        sections: [{ headings: [], content: text }],
      })),
    );
  assert.equal(mainOf({ log: 'fr', 'de/log': 'de', 'en/log': 'en' }), 'fr');
  assert.equal(mainOf({ 'guide/log/': 'en', 'cn/guide/log/': 'zh-CN' }), 'en');
  assert.equal(mainOf({ 'de/log': 'de', 'en/log': 'en' }), 'en');
  assert.equal(mainOf({ 'de/log': 'de', 'en/log': 'en' }, ''), 'en');
  assert.equal(mainOf({ 'de/log': 'de', 'de/oven': 'de', 'en/log': 'en' }, ''), 'de');
  assert.equal(mainOf({ 'de/log': 'de' }), undefined);
});

test('the main language is that which the front page names, by x-default, a redirect or its own', async () => {
  const pages = ['de', 'de', 'en', 'pt-BR'].map((language, at) => ({
    path: `${language}/${at}`,
    title: 'Log',
    language,
    sections: [],
  }));
  const alternate = (language: string, href: string) =>
    `<link rel="alternate" hreflang="${language}" href="${href}">`;
  const fronts: Record<string, string | undefined> = {
    [`<html lang="en"><head>${alternate('de', '/de/')}${alternate('en', '/')}${alternate('x-default', '/')}</head>`]:
      'en',
    [`<html lang="en"><head>${alternate('pt', '/br/')}${alternate('x-default', '/br/')}</head>`]: 'pt-BR',
    [`<html><head>${alternate('x-default', 'https://example.com/docs/pt-br/')}</head>`]: 'pt-BR',
    '<html><head><meta http-equiv="refresh" content="0; url=/en/start/"></head>': 'en',
    '<html lang="pt-BR"><head></head>': 'pt-BR',
    '<html lang="fr"><head></head>': 'de',
    '<p>Text': 'de',
  };
  for (const [front, language] of Object.entries(fronts)) {
    await using folder = await temporaryFolder({ 'index.html': front });
    assert.equal(findMainLanguage(pages, await readNamedLanguages(folder.path)), language, front);
  }
});

/** A page with one section, whose text is that of the main language unless it is translated. */
const pageOf = (
  path: string,
  language: string,
  content: string,
  more: { title?: string; version?: string } = {},
) => ({
  path,
  title: 'Log',
  language,
  sections: [{ headings: ['A'], content }],
  ...more,
});

test('a page is untranslated if its text is that of the main language, whatever its links lead to', () => {
  const pages = [
    pageOf('log/', 'en', 'See [the oven](oven/).'),
    pageOf('zh-cn/log/', 'zh-CN', 'See [the oven](zh-cn/oven/).'),
    pageOf('de/log/', 'de', 'Siehe [den Ofen](de/oven/).'),
    pageOf('de/v1/log/', 'de', 'See [the oven](oven/).', { version: 'v1' }),
    pageOf('de/other/', 'de', 'See [the oven](oven/).'),
  ];
  assert.deepEqual(
    [...findUntranslated(pages, 'en')].map(({ path }) => path),
    ['zh-cn/log/'],
  );
});

test('an untranslated page is known by nine tenths of its words and its title, whatever its generator translates', () => {
  const text = `Heat the oven slowly, because clay that is still damp bursts when the water in it boils. Keep the damper open
until the cones in front of the spy hole glow, and write the temperature down every quarter of an hour.`;
  const code =
    '```js title="kiln.config.js"\nexport default { temperature: 1280, glaze: "celadon", cones: [6, 7, 8], hold: 20 };\n```';
  const chinese =
    '慢慢加热窑炉，因为还潮湿的粘土在水沸腾时会破裂。在窥视孔前的锥体发光之前，请保持挡板打开，并每一刻钟记下温度。';
  const cases: Record<
    string,
    [
      copy: Parameters<typeof pageOf>[2],
      isCopy: boolean,
      more?: { title?: string; from?: string; to?: string },
    ]
  > = {
    'the same': [text, true],
    'a callout with a title in the language': [`Achtung\n\n${text}`, true],
    'a date and an author': [`${text}\n\nZuletzt am 3. Mai`, true],
    'other writings': [text.toUpperCase().replaceAll(',', ';'), true],
    'half of it translated': [
      `${text.slice(0, 100)} bis die Kegel vor dem Guckloch glühen, und schreiben Sie die Temperatur alle Viertelstunde auf.`,
      false,
    ],
    'the text in both languages': [
      `${text}\n\nHeizen Sie den Ofen langsam, weil Ton, der noch feucht ist, platzt, wenn das Wasser darin kocht.`,
      false,
    ],
    'another title': [text, false, { title: 'Protokoll' }],
    'a title in other letters': [text, true, { title: 'LOG' }],
    'code with a translated text': [
      `Eine Datei:\n\n${code}\n${code}\n${code}`,
      false,
      { from: `A file:\n\n${code}\n${code}\n${code}` },
    ],
    'code alone': [code, true, { from: code }],
    'other code alone': ['```sh\nnpm install\n```', false, { from: code }],
    'code whose fence is not closed': [
      'Eine Datei:\n\n```\na b c d e f g h i j k l m n o p q r s t',
      false,
      { from: 'A file:\n\n```\na b c d e f g h i j k l m n o p q r s t' },
    ],
    'the beginning of it': [text.slice(0, 90), true],
    'a script without spaces': [`${chinese}\n\n2026`, true, { from: chinese }],
    'a few words in another form of the language': [text.replace('oven', 'kiln'), false, { to: 'en-GB' }],
    'the same words in another form of the language': [text, true, { to: 'en-GB' }],
  };
  for (const [name, [copy, isCopy, { title, from = text, to = 'de' } = {}]] of Object.entries(cases)) {
    const page = pageOf(`${to.toLowerCase()}/log/`, to, copy, title === undefined ? {} : { title });
    const found = findUntranslated([pageOf('log/', 'en', from), page], 'en');
    assert.equal(found.has(page), isCopy, name);
  }
});
