import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LanguageFallback } from '../../src/engine/ranking/language-fallback.ts';
import type { DocsFilter } from '../../src/protocol/api.ts';
import { createStaticSource } from '../../src/static-index/reading/static-source.ts';
import { ORBIT, temporaryFolder } from '../service/docs-folder.ts';
import { hostIndex, type IndexHost } from './index-host.ts';

const DEMO = fileURLToPath(new URL('../../demo/docs/v2/en', import.meta.url));

/** Results of both, as lists that compare what ranks and what readers see. */
async function searchBoth(host: IndexHost, query: string, filter?: DocsFilter) {
  const source = createStaticSource({ index: host.index });
  const found = await source.search({ query, ...(filter && { filter }) });
  const languages = new LanguageFallback(host.service, []);
  const hits = await languages.search({ query, ...(filter && { filter }) }, () => null);
  return {
    page: found.map(({ metadata: { href, ranges } }) => ({ href, ranges })),
    service: hits.map(({ section: { href }, ranges }) => ({ href, ranges })),
  };
}

describe('a documentation in one version and language', () => {
  let host: IndexHost;
  before(async () => {
    host = await hostIndex(DEMO);
  });
  after(() => host[Symbol.asyncDispose]());

  const QUERIES = {
    'of one word': ['proxy', 'theme', 'limits', 'accessibility'],
    'that are the name of a page': ['Getting started', 'Privacy', 'search', 'Docusaurus'],
    'in plain words': [
      'How do I change the colours of the search box?',
      'keep the key out of the browser',
      'what happens when the language model cannot be reached',
      'run it behind nginx without buffering',
      'Which browsers are supported, and which is the oldest one?',
      'deploy to several processes',
    ],
    'of one character, which is not completed': ['d', 'x', '2', 'search d'],
    'whose last word is not finished': ['acc', 'getting sta', 'rate li', 'conf', 'Pagef'],
    'with spelling mistakes': ['acessibility', 'authentification', 'embeding model', 'langauge', 'databse'],
    'with identifiers': [
      'docs-assistant serve',
      'endpoint',
      'DOCS_ASSISTANT_KEY',
      '<docs-search>',
      '--port',
      'docs-assistant.config.json',
      'what does retrievalPageSize mean',
      'X-Thread-Id',
      'content-security-policy',
      '/v1/search',
      'createProxy',
      'ClientRouter',
    ],
    'in words that are written together or apart': ['web sockets', 'side bar', 'front matter'],
    'of words that every page has': ['the documentation', 'docs'],
    'without words': ['', '?!', '…'],
    'of nothing that is there': ['xylophone quartet', 'zzzz'],
  };

  for (const [kind, queries] of Object.entries(QUERIES)) {
    test(`queries ${kind} have the results of the service, in their order and with their marks`, async () => {
      for (const query of queries) {
        const { page, service } = await searchBoth(host, query);
        assert.deepEqual(page, service, query);
      }
    });
  }

  test('every heading finds what it finds in the service', async () => {
    const { index } = host;
    const source = createStaticSource({ index });
    const pages = await source.search({ query: 'service configuration theme proxy search', pageSize: 50 });
    const headings = new Set(pages.flatMap(({ metadata }) => metadata.headings ?? []));
    assert.ok(headings.size > 20);
    for (const query of headings) {
      const { page, service } = await searchBoth(host, query);
      assert.deepEqual(page, service, query);
    }
  });
});

describe('a documentation in several versions and languages', () => {
  let host: IndexHost;
  before(async () => {
    host = await hostIndex(ORBIT);
  });
  after(() => host[Symbol.asyncDispose]());

  test('its versions and languages are known before a search', async () => {
    const { ready } = createStaticSource({ index: host.index });
    assert.deepEqual(await ready, { versions: ['v1', 'v2'], languages: ['de', 'en', 'ja'] });
  });

  test('without a filter, all parts together rank as one index', async () => {
    for (const query of ['install', 'download Orbit', 'Debian', 'pasword', 'バックアップ']) {
      const { page, service } = await searchBoth(host, query);
      assert.ok(service.length > 0, query);
      assert.deepEqual(page, service, query);
    }
  });

  test('the filter decides which parts are searched, as people write it', async () => {
    const source = createStaticSource({ index: host.index });
    const paths = async (filter: DocsFilter) =>
      (await source.search({ query: 'download', filter })).map(({ path }) => path);
    assert.deepEqual(await paths({ version: 'v1', language: 'en' }), ['v1/en/install']);
    assert.deepEqual(await paths({ version: '1', language: 'EN-gb' }), ['v1/en/install']);
    assert.ok((await paths({ version: '2' })).every((path) => path.startsWith('v2/')));
  });

  test('only files of the parts that the filter selects are fetched', async () => {
    host.log.length = 0;
    const source = createStaticSource({ index: host.index });
    await source.search({ query: 'download', filter: { version: 'v1', language: 'en' } });
    assert.equal(host.log.filter(({ name }) => name.startsWith('core.')).length, 1);
  });

  test('pages without a translation are found in the fallback language', async () => {
    await using folder = await temporaryFolder({
      'en/a.md': '# Penguins\n\nPenguins swim in the sea.',
      'en/b.md': '# Whales\n\nWhales sing in the sea.',
      'de/a.md': '# Pinguine\n\nPinguine schwimmen im Meer.',
    });
    await using translated = await hostIndex(folder.path, 'en');
    for (const query of ['Whales', 'Pinguine', 'Meer', 'whales sea']) {
      const { page, service } = await searchBoth(translated, query, { language: 'de' });
      assert.deepEqual(page, service, query);
    }
    const source = createStaticSource({ index: translated.index });
    const [whales] = await source.search({ query: 'Whales', filter: { language: 'de' } });
    assert.equal(whales?.path, 'en/b');
    const penguins = await source.search({ query: 'Penguins swim in the sea', filter: { language: 'de' } });
    assert.ok(penguins.every(({ path }) => path !== 'en/a'));
  });
});

test('other forms, compounds and their parts are found as in the service', async () => {
  await using folder = await temporaryFolder({
    'de/druck.md': '# Drucken\n\nEin Seitenumbruch steht vor jeder Tabelle. Bilder werden verkleinert.',
    'de/platz.md': '# Büro\n\nDer Platz für die Arbeit ist hell.',
    'de/wetter.md': '# Wetter\n\nMorgen scheint die Sonne.',
  });
  await using host = await hostIndex(folder.path);
  for (const query of [
    'Umbruch',
    'Arbeitsplatz',
    'Wo steht der Umbruch?',
    'Bild',
    'Wettr',
    'Tabellen',
    'Sonn',
  ]) {
    const { page, service } = await searchBoth(host, query, { language: 'de' });
    assert.ok(service.length > 0, query);
    assert.deepEqual(page, service, query);
  }
});

test('Chinese and Japanese are found by words inside text without spaces', async () => {
  await using folder = await temporaryFolder({
    'ja/a.md': '# 検索\n\n全文検索エンジンを設定する方法を説明します。',
    'ja/b.md': '# 写真\n\n写真を共有します。',
    'ja/c.md': '# バックアップ\n\nバックアップを取ります。',
  });
  await using host = await hostIndex(folder.path);
  for (const query of ['エンジン', '写真の共有', 'バックアップ', '検索エンジン', 'バック']) {
    const { page, service } = await searchBoth(host, query, { language: 'ja' });
    assert.deepEqual(page, service, query);
  }
  assert.ok((await searchBoth(host, 'エンジン')).page.length > 0);
});

test('the beginning of very many words finds those of all of them, after no more requests than a word', async () => {
  const letters = Array.from({ length: 20 }, (_, at) => String.fromCodePoint(0x62 + at));
  const word = (at: number): string =>
    `co${[400, 20, 1].map((place) => letters[Math.floor(at / place) % 20]).join('')}x`;
  const page = (_: unknown, at: number): [string, string] => [
    `docs/${at}.md`,
    `# Page ${at}\n\n${Array.from({ length: 200 }, (_, place) => word(at * 200 + place)).join(' ')}`,
  ];
  await using folder = await temporaryFolder({
    ...Object.fromEntries(Array.from({ length: 40 }, page)),
    'docs/last.md': '# Cozy\n\nBehind all others in the alphabet.',
  });
  await using host = await hostIndex(join(folder.path, 'docs'));
  assert.ok(host.namesOf('words').length > 6);
  let requests = Infinity;
  const onInterim = () => (requests = Math.min(requests, host.log.length));
  const results = await createStaticSource({ index: host.index }).search({ query: 'co' }, { onInterim });
  assert.equal(results[0]!.metadata.href, 'last');
  assert.ok(requests <= 6, `${requests} requests`);
  const { page: found, service } = await searchBoth(host, 'co');
  assert.deepEqual(found, service);
});
