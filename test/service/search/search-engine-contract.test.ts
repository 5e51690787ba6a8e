import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ProjectSearch } from '../../../src/service/search/project-search.ts';
import { MAX_QUERY_LENGTH, type SearchOptions } from '../../../src/engine/ranking/search-index.ts';
import { MODEL, openEngine, ORBIT, temporaryFolder, type FolderEngineOptions } from '../docs-folder.ts';
import { ENGINE_KINDS } from './engines.ts';

const ENGLISH = { version: 'v2', language: 'en' };

const hrefs = async (engine: ProjectSearch, options: SearchOptions) =>
  (await engine.search(options)).map(({ section }) => section.href);
const first = async (engine: ProjectSearch, query: string) =>
  (await hrefs(engine, { query, filter: ENGLISH }))[0];

for (const kind of ENGINE_KINDS) {
  describe(`a search with the ${kind.name} engine`, { skip: kind.skip }, () => {
    const open = (options: FolderEngineOptions) => openEngine({ ...options, kind });

    let words: ProjectSearch & AsyncDisposable;
    let meaning: ProjectSearch & AsyncDisposable;
    before(async () => {
      words = await open({ dir: ORBIT });
      meaning = await open({ dir: ORBIT, model: { folder: MODEL } });
      await Promise.all([words.ready, meaning.ready]);
    });
    after(async () => {
      await words[Symbol.asyncDispose]();
      await meaning[Symbol.asyncDispose]();
    });

    it('a hit is a section with its page, place and address', async () => {
      const [hit] = await words.search({ query: 'oldest version of Debian', filter: ENGLISH });
      const { place, ...section } = hit!.section;
      assert.ok(place > 0);
      assert.deepEqual(section, {
        id: 'v2/en/guides/install#requirements',
        path: 'v2/en/guides/install',
        title: 'Install Orbit',
        description: 'Get Orbit onto a machine.',
        headings: ['Requirements'],
        anchor: 'requirements',
        version: 'v2',
        language: 'en',
        content:
          'Orbit runs on Linux and macOS with 2 GB of memory.\n\n| System | Oldest version |\n| - | - |\n| Debian | 12 |\n| macOS | 14 |',
        href: 'v2/en/guides/install#requirements',
      });
      assert.equal(hit!.cosine, null);
      assert.ok(hit!.score > 0);
    });

    it('the address of a section is relative, whatever its file is called', async () => {
      await using folder = await temporaryFolder({
        'javascript:alert(1).md': 'penguin',
        'what?/50% #1.md': '## Penguin {#p}\n\nx',
        'index.md': 'penguin',
      });
      await using engine = await open({ dir: folder.path });
      const expected = ['./', 'javascript%3Aalert(1)', 'what%3F/50%25%20%231#p'];
      assert.deepEqual((await hrefs(engine, { query: 'penguin' })).toSorted(), expected);
    });

    it('version and language decide what is found', async () => {
      assert.deepEqual(await hrefs(words, { query: 'download', filter: { version: 'v1' } }), [
        'v1/en/install#download',
      ]);
      assert.equal(
        (await hrefs(words, { query: 'download', filter: ENGLISH }))[0],
        'v2/en/guides/install#download',
      );
      const german = await words.search({ query: 'Debian', filter: { language: 'de' } });
      assert.deepEqual(
        german.map(({ section }) => section.path),
        ['v2/de/guides/install'],
      );
      assert.ok((await hrefs(words, { query: 'Debian' })).length > 1);
    });

    it('filters are understood as people write them', async () => {
      const paths = async (filter: SearchOptions['filter']) =>
        (await words.search({ query: 'Orbit', filter: filter! })).length;
      assert.equal(await paths({ language: 'EN-gb', version: '2' }), await paths(ENGLISH));
      assert.equal(await paths({ language: '', version: '' }), await paths({}));
      assert.equal(await paths({ language: 'fr' }), await paths({ language: 'en' }));
      assert.equal(await paths({ language: '"; DROP TABLE sections; --' }), await paths({ language: 'en' }));
    });

    it('pages without version and language are found under every filter', async () => {
      await using folder = await temporaryFolder({
        'about.md': 'Penguins',
        'v1/en/a.md': 'Penguins',
        'v1/de/a.md': 'x',
        'v2/en/b.md': 'x',
      });
      await using engine = await open({ dir: folder.path });
      assert.deepEqual(
        await hrefs(engine, { query: 'penguins', filter: { version: 'v1', language: 'de' } }),
        ['about'],
      );
      await using told = await open({ dir: folder.path, defaultVersion: 'v2', defaultLanguage: 'de' });
      assert.deepEqual(
        await hrefs(told, { query: 'penguins', filter: { version: 'v1', language: 'de' } }),
        [],
      );
    });

    it('versions and languages can be given instead of being recognised', async () => {
      await using folder = await temporaryFolder({
        'ts/winter/a.md': 'Penguins',
        'en/summer/a.md': 'Penguins',
      });
      const engine = await open({ dir: folder.path, versions: ['winter', 'summer'], languages: [] });
      await engine.ready;
      assert.deepEqual(engine.scopes, { versions: ['summer', 'winter'], languages: [] });
      assert.deepEqual(
        await hrefs(engine, { query: 'penguins', filter: { version: 'winter', language: 'de' } }),
        ['ts/winter/a'],
      );
      await engine[Symbol.asyncDispose]();
    });

    it('what speaks for a hit is weighed as by the embedded engine', async () => {
      await using embedded = await openEngine({ dir: ORBIT });
      const weigh = async (engine: ProjectSearch, query: string, filter: typeof ENGLISH) => {
        const hits = await engine.search({ query, filter, pageSize: 50, withEvidence: true });
        return Object.fromEntries(hits.map(({ section, evidence }) => [section.href, evidence!]));
      };
      for (const query of [
        'oldest version of Debian',
        'download penguins',
        'pasword',
        'getAlbumByFace',
        'downl',
      ]) {
        const expected = await weigh(embedded, query, ENGLISH);
        assert.ok(Object.keys(expected).length > 0);
        assert.deepEqual(await weigh(words, query, ENGLISH), expected, query);
      }
      const [hit] = await words.search({ query: 'oldest Debian', filter: ENGLISH, withEvidence: true });
      assert.deepEqual(hit!.evidence, {
        closeness: null,
        closenessShare: 0,
        covered: 1,
        named: 0,
        foreign: 0,
      });
    });

    it('how near a section is to the meaning of a query is told on the scale of its model', async () => {
      const [hit] = await meaning.search({
        query: 'give a friend access to pictures',
        filter: ENGLISH,
        withEvidence: true,
      });
      assert.equal(hit!.evidence!.closenessShare, 1);
      assert.ok(hit!.evidence!.closeness! > 0.5 && hit!.evidence!.closeness! < 1.5);
    });

    it('a question in other words is found by its meaning', async () => {
      const query = 'protect myself against losing everything when hardware breaks';
      assert.deepEqual(await hrefs(words, { query, filter: ENGLISH, mode: 'keyword' }), []);
      const [hit] = await meaning.search({ query, filter: ENGLISH });
      assert.equal(hit!.section.path, 'v2/en/guides/backup');
      assert.ok(hit!.cosine! > 0.3);
    });

    it('the cosine is high for a question about the documentation; one about something else finds nothing', async () => {
      const [fits] = await meaning.search({
        query: 'how do I give a friend access to my pictures?',
        filter: ENGLISH,
      });
      assert.ok(fits!.cosine! > 0.3);
      assert.deepEqual(
        await meaning.search({ query: 'what is the capital of Mongolia?', filter: ENGLISH }),
        [],
      );
    });

    it('words and meaning are searched alone when that is asked for', async () => {
      const query = 'second disk';
      const byWords = await meaning.search({ query, filter: ENGLISH, mode: 'keyword' });
      assert.ok(byWords.length < 5 && byWords.every(({ cosine }) => cosine === null));
      const byMeaning = await meaning.search({ query, filter: ENGLISH, mode: 'vector', pageSize: 50 });
      assert.equal(new Set(byMeaning.map(({ section }) => section.path)).size, 7);
    });

    it('Japanese is found by its words', async () => {
      const filter = { version: 'v2', language: 'ja' };
      for (const engine of [words, meaning]) {
        const [hit] = await engine.search({ query: '写真を保存したい', filter });
        assert.equal(hit!.section.language, 'ja');
        assert.deepEqual(
          hit!.ranges.map(([start, end]) => hit!.section.content.slice(start, end)).includes('写真'),
          true,
        );
      }
      assert.deepEqual(await hrefs(words, { query: 'バックアップ', filter }), ['v2/ja/guides/backup']);
    });

    it('Japanese and Chinese are found by words inside text without spaces', async () => {
      await using folder = await temporaryFolder({
        'ja/a.md': '# 検索\n\n全文検索エンジンを設定する方法を説明します。',
        'ja/b.md': '# 写真\n\n写真を共有します。',
        'zh/a.md': '# 配置\n\n如何配置全文搜索引擎。',
        'zh/b.md': '# 部署\n\n将网站部署到服务器。',
      });
      await using engine = await open({ dir: folder.path });
      const path = async (query: string, language: string) =>
        (await engine.search({ query, filter: { language } }))[0]?.section.path;
      assert.equal(await path('エンジン', 'ja'), 'ja/a');
      assert.equal(await path('写真の共有', 'ja'), 'ja/b');
      assert.equal(await path('搜索引擎', 'zh'), 'zh/a');
      assert.equal(await path('网站 部署', 'zh'), 'zh/b');
    });

    it('compound words are found by their last part, and their parts by them', async () => {
      await using folder = await temporaryFolder({
        'de/druck.md': '# Drucken\n\nEin Seitenumbruch steht vor jeder Tabelle.',
        'de/platz.md': '# Büro\n\nDer Platz für die Arbeit ist hell.',
        'de/wetter.md': '# Wetter\n\nMorgen scheint die Sonne.',
        'en/print.md': '# Printing\n\nA prerendered page.',
      });
      await using engine = await open({ dir: folder.path });
      const found = async (query: string, language: string) =>
        (await engine.search({ query, filter: { language } })).map(({ section }) => section.path);
      assert.deepEqual(await found('Umbruch', 'de'), ['de/druck']);
      assert.deepEqual(await found('Umbruch ', 'de'), ['de/druck']);
      assert.equal((await found('Wo steht der Umbruch?', 'de-AT'))[0], 'de/druck');
      assert.deepEqual(await found('Arbeitsplatz', 'de'), ['de/platz']);
      assert.deepEqual(await found('Bruchrechnung', 'de'), []);
      assert.deepEqual(await found('rendered', 'en'), []);
      const [hit] = await engine.search({ query: 'Umbruch', filter: { language: 'de' } });
      assert.equal(hit!.section.content.slice(...hit!.ranges[0]!), 'Seitenumbruch');
    });

    it('names of code are found in every way of writing them, and win over meaning', async () => {
      const filler = Array.from({ length: 30 }, (_, at) => [
        `topic-${at}.md`,
        `# Handle a failed connection ${at}\n\nWhat to do when the connection to the server fails or is refused.`,
      ]);
      await using folder = await temporaryFolder({
        ...Object.fromEntries(filler),
        'errors.md':
          '# Messages\n\n## Two\n\n`ERR_CONN_4031` is written to the log.\n\n## Three\n\n`E4031-B` too.',
        'options.md':
          '# Switches\n\n## All\n\n`--retry-on-refused` and `maxRetryCount` and `server.retry.delay`.',
      });
      await using engine = await open({ dir: folder.path, model: { folder: MODEL } });
      await engine.ready;
      for (const [query, expected] of [
        ['ERR_CONN_4031', 'errors#two'],
        ['what does ERR_CONN_4031 mean when a connection fails', 'errors#two'],
        ['E4031-B', 'errors#three'],
        ['--retry-on-refused', 'options#all'],
        ['connection refused --retry-on-refused', 'options#all'],
        ['maxRetryCount', 'options#all'],
        ['max retry count', 'options#all'],
        ['server.retry.delay', 'options#all'],
      ] as const) {
        assert.equal((await hrefs(engine, { query }))[0], expected, query);
      }
    });

    it('accents, case and word forms do not matter', async () => {
      const german = { language: 'de' };
      assert.deepEqual(await hrefs(words, { query: 'GROSSERE großere', filter: german }), [
        'v2/de/guides/install#herunterladen',
      ]);
      assert.equal(await first(words, 'recognise PLACE'), 'v2/en/guides/search');
      assert.equal(await first(words, 'requirement'), 'v2/en/guides/install#requirements');
    });

    it('code is found as it is written and stands first', async () => {
      assert.equal(await first(words, '--dry-run'), 'v2/en/reference/command-line#--dry-run');
      assert.equal(await first(words, 'getAlbumByFace'), 'v2/en/reference/api#getalbumbyfaceface');
      assert.equal(
        await first(words, 'what does getAlbumByFace return'),
        'v2/en/reference/api#getalbumbyfaceface',
      );
      assert.equal(await first(words, 'orbit.config.json'), 'v2/en/guides/install#first-start');
      assert.equal(await first(words, 'orbit restore'), 'v2/en/reference/command-line#orbit-restore');
      assert.equal(await first(meaning, '--dry-run'), 'v2/en/reference/command-line#--dry-run');
    });

    it('words inside identifiers are found', async () => {
      assert.equal(await first(words, 'how to create'), 'v2/en/reference/api#createsharelinkalbum');
    });

    it('a page that is called like the query stands first', async () => {
      assert.equal(await first(meaning, 'command line'), 'v2/en/reference/command-line');
      assert.equal(
        (await hrefs(meaning, { query: 'API', filter: ENGLISH }))[0],
        'v2/en/reference/api#getalbumbyfaceface',
      );
    });

    it('a heading with one of the words is not what a question is called', async () => {
      const parts = Array.from({ length: 60 }, (_, at) => [`part-${at}.md`, `# Part ${at}\n\nTurns a key.`]);
      await using folder = await temporaryFolder({
        ...Object.fromEntries(parts),
        'keepers.md': '# Zoo\n\n## Keep\n\nTigers.',
        'safe.md': '# Secrets\n\n## Protection\n\nNobody sees a key that you keep in the safe.',
      });
      await using engine = await open({ dir: folder.path, model: { folder: MODEL } });
      await engine.ready;
      assert.equal((await hrefs(engine, { query: 'How do I keep my key?' }))[0], 'safe#protection');
    });

    it('typing errors are forgiven', async () => {
      assert.equal(await first(words, 'pasword'), 'v2/en/guides/sharing#passwords');
      assert.equal(await first(words, 'reqiurements'), 'v2/en/guides/install#requirements');
      const [hit] = await words.search({ query: 'pasword', filter: ENGLISH });
      assert.equal(hit!.section.content.slice(...hit!.ranges[0]!), 'password');
    });

    it('the last word may be unfinished', async () => {
      assert.equal(await first(words, 'downl'), 'v2/en/guides/install#download');
      assert.equal(await first(words, 'sharing alb'), 'v2/en/guides/sharing');
      assert.deepEqual(await hrefs(words, { query: 'downl ', filter: ENGLISH }), []);
    });

    it('every page has its turn before one has a second section', async () => {
      const query = 'orbit server download port flags';
      const spread = await words.search({ query, filter: ENGLISH, pageSize: 50 });
      const pages = new Set(spread.map(({ section }) => section.path)).size;
      assert.ok(pages < spread.length);
      assert.equal(new Set(spread.slice(0, pages).map(({ section }) => section.path)).size, pages);
      const dense = await words.search({ query, filter: ENGLISH, pageSize: pages, sectionsPerPage: 3 });
      assert.ok(new Set(dense.map(({ section }) => section.path)).size < pages);
    });

    it('pageSize is 10 unless it is told otherwise, and between 1 and 50', async () => {
      await using folder = await temporaryFolder(
        Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`p${at}.md`, `Penguin number ${at}`])),
      );
      await using engine = await open({ dir: folder.path });
      const count = async (pageSize?: number) =>
        (await engine.search({ query: 'penguin', ...(pageSize !== undefined && { pageSize }) })).length;
      assert.equal(await count(), 10);
      assert.equal(await count(3), 3);
      for (const tooSmall of [0, -1, NaN]) assert.equal(await count(tooSmall), 1);
      assert.equal(await count(1_000), 50);
    });

    it('scores fall and nothing is found twice', async () => {
      const hits = await meaning.search({ query: 'photos on a server', filter: ENGLISH, pageSize: 50 });
      assert.equal(new Set(hits.map(({ section }) => section.id)).size, hits.length);
      const firstOfPages = hits.filter(
        ({ section }, at) => hits.findIndex((hit) => hit.section.path === section.path) === at,
      );
      const scores = firstOfPages.map(({ score }) => score);
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
    });

    it('nothing that a stranger types is taken for the language of the index', async () => {
      const hostile = [
        '"',
        "'",
        '""" OR "',
        'a" OR 1=1 --',
        'NEAR(a b, 5)',
        'title:x',
        '{title heading} : x',
        '^orbit',
        'orbit*',
        '* AND *',
        'AND',
        'OR NOT',
        'NOT',
        '(',
        ')))',
        'a + b',
        'a - b',
        '\u0000',
        'orbit\u0000"',
        '\\',
        ';',
        '%_',
        '`',
        '\uD800',
        '🙂',
        '\u202e',
        '-',
        '--',
        '.',
        'a'.repeat(MAX_QUERY_LENGTH * 3),
        '" '.repeat(2_000),
        'ア'.repeat(500),
        'x '.repeat(900),
        '\n\t',
      ];
      for (const query of hostile) {
        const hits = await meaning.search({ query });
        assert.ok(Array.isArray(hits), query);
      }
      assert.equal(await first(words, 'orbit" AND "requirements'), 'v2/en/guides/install#requirements');
    });

    it('a query without words finds nothing', async () => {
      for (const query of ['', '   ', '?!', '"']) assert.deepEqual(await words.search({ query }), []);
    });

    it('what stands beyond the longest query is not looked at', async () => {
      const padding = '. '.repeat(MAX_QUERY_LENGTH / 2);
      assert.deepEqual(await words.search({ query: `${padding}requirements` }), []);
    });

    it('a search waits until there is an index', async () => {
      await using engine = await open({ dir: ORBIT });
      assert.equal(engine.progress.sections, 0);
      assert.equal(await first(engine, 'requirements'), 'v2/en/guides/install#requirements');
    });

    it('a search that is under way when the engine closes is answered, a later one refused', async () => {
      const engine = await open({ dir: ORBIT, model: { folder: MODEL } });
      await engine.ready;
      const search = engine.search({ query: 'requirements', filter: ENGLISH });
      await engine[Symbol.asyncDispose]();
      assert.equal((await search)[0]!.section.anchor, 'requirements');
      await assert.rejects(engine.search({ query: 'requirements' }), /closed/);
    });

    it('an engine can be closed while it reads', async () => {
      const engine = await open({ dir: ORBIT });
      await engine[Symbol.asyncDispose]();
      await assert.rejects(engine.ready, /closed/);
    });

    it('knows the pages of a documentation by addresses that are written differently', async () => {
      const addresses = ['/v2/en/guides/install/', 'v2/en/guides/install.html', 'v2/en/nowhere', ''];
      const pages = await words.findPages(addresses);
      assert.equal(pages.get(addresses[0]!), 'v2/en/guides/install');
      assert.equal(pages.get(addresses[1]!), 'v2/en/guides/install');
      assert.equal(pages.has(addresses[2]!), false);
      assert.deepEqual(await words.findPages([]), new Map());
    });

    it('tells the words of a question that matter', async () => {
      assert.deepEqual(await words.contentWords('How do I install Orbit on Debian?'), [
        'install',
        'orbit',
        'debian',
      ]);
      assert.deepEqual(await words.contentWords('how do I'), ['how', 'do', 'i']);
    });

    it('finds what is new after each change of the documentation, and nothing of before', async () => {
      await using folder = await temporaryFolder({ 'a.md': '# Apples\n\nred', 'b.md': '# Pears\n\ngreen' });
      await using engine = await open({ dir: folder.path });
      await engine.ready;
      assert.deepEqual(await hrefs(engine, { query: 'apples' }), ['a']);
      await folder.remove('a.md');
      await folder.write({ 'c.md': '# Cherries\n\nblack' });
      await engine.reindex();
      assert.deepEqual(await hrefs(engine, { query: 'apples' }), []);
      assert.deepEqual(await hrefs(engine, { query: 'cherries' }), ['c']);
      await folder.write({ 'c.md': '# Plums\n\nblue' });
      await engine.reindex();
      assert.deepEqual(await hrefs(engine, { query: 'plums' }), ['c']);
    });
  });
}
