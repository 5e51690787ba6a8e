import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, mock, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SearchResult } from '../../src/protocol/api.ts';
import { RequestFailure } from '../../src/protocol/failures/failure.ts';
import { FORMAT } from '../../src/static-index/format/limits.ts';
import { createStaticSource } from '../../src/static-index/reading/static-source.ts';
import { yieldToEventLoop } from '../../src/static-index/reading/yield-to-event-loop.ts';
import { ORBIT, temporaryFolder } from '../service/docs-folder.ts';
import { hostIndex, type IndexHost } from './index-host.ts';

const DEMO = fileURLToPath(new URL('../../demo/docs/v2/en', import.meta.url));
const ENGLISH = { version: 'v2', language: 'en' };
const QUERY = { query: 'download Orbit', filter: ENGLISH };
const HTML = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Not found</title>',
};

/** Return the failure of a search. */
async function failureOf(search: Promise<unknown>): Promise<RequestFailure> {
  const error = await search.then(
    () => assert.fail('The search did not fail'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RequestFailure);
  // One sentence.
  assert.match(error.message, /^[A-Z][^\n]*\.$/);
  return error;
}

/** What a host may answer in the place of a file, and the code of the failure. */
const BAD_FILES = [
  ['missing', { status: 404, body: '' }, 'bad-content'],
  ['HTML', HTML, 'bad-content'],
  ['cut', { body: new Uint8Array([0x1f, 0x8b, 8]) }, 'bad-content'],
  ['refused', { status: 503, body: '' }, 'http'],
] as const;

describe('a static source', () => {
  let host: IndexHost;
  let warnings: string[];
  before(async () => {
    host = await hostIndex(ORBIT);
  });
  after(() => host[Symbol.asyncDispose]());
  beforeEach(() => {
    host.answers.clear();
    host.log.length = 0;
    host.left.length = 0;
    warnings = [];
    mock.method(console, 'warn', (message: string) => warnings.push(message));
  });
  afterEach(() => mock.restoreAll());

  /** Return the files that a search of a new page fetches. */
  async function filesOf(query = QUERY.query): Promise<string[]> {
    await createStaticSource({ index: host.index }).search({ ...QUERY, query });
    const names = host.log.map(({ name }) => name);
    host.log.length = 0;
    return names;
  }
  const ofKind = (names: readonly string[], kind: string): string[] =>
    names.filter((name) => name.startsWith(`${kind}.`));

  test('shows names before texts, then both, in the same order', async () => {
    const source = createStaticSource({ index: host.index });
    const interim: SearchResult[][] = [];
    const results = await source.search(QUERY, { onInterim: (some) => interim.push(some) });
    assert.ok(results.length > 1);
    assert.equal(interim.length, 1);
    assert.deepEqual(
      interim[0]!.map(({ path, content, metadata: { title, headings, href, score } }) => ({
        path,
        content,
        metadata: { title, headings, href, score },
      })),
      results.map(({ path, metadata: { title, headings, href, score } }) => ({
        path,
        content: '',
        metadata: { title, headings, href, score },
      })),
    );
    assert.ok(results.every(({ content }) => content !== ''));
    const marked = results.flatMap(({ metadata: { excerpt } }) =>
      excerpt!.ranges.map(([start, end]) => excerpt!.text.slice(start, end)),
    );
    assert.ok(marked.includes('Orbit'));
  });

  test('shows no interim results when the texts are there already', async () => {
    const source = createStaticSource({ index: host.index });
    await source.search(QUERY);
    host.log.length = 0;
    let calls = 0;
    await source.search(QUERY, { onInterim: () => calls++ });
    assert.equal(calls, 0);
    assert.deepEqual(host.log, []);
  });

  test('fetches each file once for queries at the same time', async () => {
    const source = createStaticSource({ index: host.index });
    const queries = ['download', 'Debian', 'share an album', 'backup', 'download'];
    await Promise.all(queries.map((query) => source.search({ query, filter: ENGLISH })));
    const names = host.log.map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)]);
  });

  test('has first results of a first word after at most six requests', async () => {
    for (const query of ['do', 'download', 'Debian']) {
      host.log.length = 0;
      let requests = Infinity;
      const onInterim = () => (requests = Math.min(requests, host.log.length));
      await createStaticSource({ index: host.index }).search({ query, filter: ENGLISH }, { onInterim });
      assert.ok(requests <= 6, `${query}: ${requests}`);
    }
  });

  test('whoever types faster than the host answers has what the keys before have asked for', async () => {
    const [core] = ofKind(await filesOf(), 'core');
    const { promise, resolve } = Promise.withResolvers<void>();
    host.answers.set(core!, { after: promise });
    const source = createStaticSource({ index: host.index });
    for (const query of ['do', 'dow', 'down']) {
      const controller = new AbortController();
      const search = source.search({ ...QUERY, query }, { signal: controller.signal });
      while (!host.log.some(({ name }) => name === core)) await new Promise((next) => setImmediate(next));
      controller.abort();
      assert.equal((await failureOf(search)).code, 'aborted');
    }
    resolve();
    assert.ok((await source.search(QUERY)).length > 0);
    assert.equal(host.log.filter(({ name }) => name === core).length, 1);
    assert.deepEqual(host.left, []);
    assert.deepEqual(warnings, []);
  });

  test('a missing index is one sentence and one warning, and is looked for again', async () => {
    host.answers.set('manifest.json', { status: 404, body: 'Not found' });
    const source = createStaticSource({ index: host.index });
    for (const search of [source.ready, source.search(QUERY), source.search(QUERY)]) {
      const { code, status, message } = await failureOf(search);
      assert.deepEqual({ code, status }, { code: 'http', status: 404 });
      assert.match(message, /There is no search index/);
    }
    assert.equal(warnings.length, 1);
    assert.ok(warnings[0]!.includes(host.index));
    host.answers.clear();
    assert.ok((await source.search(QUERY)).length > 0);
  });

  test('a host that answers HTML for a missing manifest is told from an index', async () => {
    host.answers.set('manifest.json', HTML);
    const { code, message } = await failureOf(createStaticSource({ index: host.index }).search(QUERY));
    assert.equal(code, 'bad-content');
    assert.match(message, /manifest of the search index has other contents/);
    assert.equal(warnings.length, 1);
  });

  test('an index of another version says so', async () => {
    const manifest = JSON.parse(new TextDecoder().decode(host.files.get('manifest.json'))) as object;
    const body = JSON.stringify({ ...manifest, format: FORMAT + 1 });
    host.answers.set('manifest.json', { body });
    const { code, message } = await failureOf(createStaticSource({ index: host.index }).search(QUERY));
    assert.equal(code, 'bad-content');
    assert.match(message, /of another version of docs-assistant/);
    assert.equal(warnings.length, 1);
  });

  for (const [kind, answer, code] of BAD_FILES) {
    test(`an index whose core is ${kind} fails in one sentence, and works once it is uploaded`, async () => {
      const [core] = ofKind(await filesOf(), 'core');
      host.answers.set(core!, answer);
      const source = createStaticSource({ index: host.index });
      assert.equal((await failureOf(source.search(QUERY))).code, code);
      assert.equal((await failureOf(source.search(QUERY))).code, code);
      assert.equal(warnings.length, 1);
      host.answers.clear();
      assert.ok((await source.search(QUERY)).length > 0);
    });
  }

  test('sections whose texts fail are shown by their names', async () => {
    const [texts] = ofKind(await filesOf(), 'texts');
    host.answers.set(texts!, { status: 500, body: '' });
    const source = createStaticSource({ index: host.index });
    const results = await source.search(QUERY);
    assert.ok(results.some(({ content, metadata: { title } }) => content === '' && title !== ''));
    assert.equal(warnings.length, 1);
    host.answers.clear();
    assert.ok((await source.search(QUERY)).every(({ content }) => content !== ''));
  });

  test('without the words for spelling, words that are there are found', async () => {
    for (const name of host.namesOf('lexicon')) host.answers.set(name, { status: 404, body: '' });
    const source = createStaticSource({ index: host.index });
    const results = await source.search({ query: 'pasword Debian today', filter: ENGLISH });
    assert.ok(results.some(({ metadata: { href } }) => href === 'v2/en/guides/install#requirements'));
    assert.equal(warnings.length, 1);
  });

  test('without the paths of pages, which tell what is translated, words are found in both languages', async () => {
    for (const name of host.namesOf('pages')) host.answers.set(name, { status: 404, body: '' });
    const source = createStaticSource({ index: host.index });
    const results = await source.search({ query: 'Debian', filter: { version: 'v2', language: 'de' } });
    const languages = new Set(results.map(({ metadata: { language } }) => language));
    assert.deepEqual(languages, new Set(['de', 'en']));
    assert.equal(warnings.length, 1);
  });

  test('files that a host has unpacked, or packed once more, are read alike', async () => {
    const expected = await createStaticSource({ index: host.index }).search(QUERY);
    for (const change of [gunzipSync, gzipSync]) {
      for (const [name, bytes] of host.files) {
        if (name !== 'manifest.json') host.answers.set(name, { body: change(bytes) });
      }
      assert.deepEqual(await createStaticSource({ index: host.index }).search(QUERY), expected);
    }
    for (const [name, body] of host.files) {
      const headers = { 'content-encoding': 'gzip' };
      host.answers.set(name, { body: name === 'manifest.json' ? gzipSync(body) : body, headers });
    }
    assert.deepEqual(await createStaticSource({ index: host.index }).search(QUERY), expected);
    assert.deepEqual(warnings, []);
  });

  test('a page that was opened as a file gets a sentence that tells what to do', async () => {
    const { code, message } = await failureOf(
      createStaticSource({ index: 'file:///docs/docs-index/' }).search(QUERY),
    );
    assert.equal(code, 'not-configured');
    assert.match(message, /serve its folder over HTTP/);
    assert.equal(warnings.length, 1);
  });

  for (const [what, answer] of BAD_FILES.slice(0, 2)) {
    test(`the manifest is read again when a file is ${what}, because another edition may be there`, async () => {
      const source = createStaticSource({ index: host.index });
      await source.ready;
      const [core] = ofKind(await filesOf(), 'core');
      const manifestRequests = () => host.log.filter(({ name }) => name === 'manifest.json').length;
      host.answers.set(core!, answer);
      await failureOf(source.search(QUERY));
      assert.equal(manifestRequests(), 1);
      host.answers.clear();
      assert.ok((await source.search(QUERY)).length > 0);
      assert.equal(manifestRequests(), 1);
    });

    test(`another edition is searched at once where files of the earlier one are ${what}`, async () => {
      await using site = await hostIndex(ORBIT);
      await using folder = await temporaryFolder({ 'news.md': '# News\n\nA kiln fires clay.' });
      await using edition = await hostIndex(folder.path);
      const source = createStaticSource({ index: site.index });
      assert.ok((await source.search({ query: 'download' })).length > 0);
      for (const name of site.files.keys()) site.answers.set(name, answer);
      site.answers.delete('manifest.json');
      site.files.clear();
      for (const [name, bytes] of edition.files) site.files.set(name, bytes);
      assert.equal((await source.search({ query: 'kiln' }))[0]?.path, 'news');
      assert.deepEqual(warnings, []);
    });
  }
});

/** Let a search do what it can without a file. Its turns are messages, which come in their order however slow the machine is. */
async function takeTurns(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    await yieldToEventLoop();
    await new Promise((next) => setImmediate(next));
  }
}

describe('words in several files', () => {
  let host: IndexHost;
  before(async () => {
    host = await hostIndex(DEMO);
  });
  after(() => host[Symbol.asyncDispose]());

  /** Return the files of words that a query needs. */
  async function wordFiles(query: string): Promise<string[]> {
    host.log.length = 0;
    await createStaticSource({ index: host.index }).search({ query });
    return host.log.map(({ name }) => name).filter((name) => name.startsWith('words.'));
  }

  for (const [kind, answer, code] of BAD_FILES) {
    test(`a file that is ${kind} loses its words, not the others`, async () => {
      const warnings: string[] = [];
      mock.method(console, 'warn', (message: string) => warnings.push(message));
      host.answers.clear();
      const [lost, ...others] = await wordFiles('webhook ');
      assert.deepEqual(others, []);
      assert.ok(!(await wordFiles('accessibility ')).includes(lost!));
      const search = (query: string) => source.search({ query });
      const paths = async (query: string) => (await search(query)).map(({ path }) => path);
      host.answers.set(lost!, answer);
      const source = createStaticSource({ index: host.index });
      assert.equal((await paths('accessibility webhook '))[0], 'accessibility');
      assert.equal((await failureOf(search('webhook '))).code, code);
      assert.equal(warnings.length, 1);
      host.answers.clear();
      assert.ok((await paths('webhook ')).length > 0);
      mock.restoreAll();
    });
  }

  // One for the names, and one for the words of each word, where no two of them share a file.
  for (const [typed, most] of [
    ['content security policy', 6],
    ['how do I change the colours', 7],
  ] as const) {
    test(
      `"${typed}" has first results after at most ${most} requests, though all keys come before an answer`,
      { timeout: 60_000 },
      async () => {
        mock.timers.enable({ apis: ['setTimeout'] });
        const held = Promise.withResolvers<void>();
        const asked: string[] = [];
        const source = createStaticSource({
          index: host.index,
          async fetch(address) {
            const name = (address as URL).pathname.split('/').at(-1)!;
            const isHeld = !/^(?:manifest|core)\./.test(name);
            if (isHeld) asked.push(name);
            if (isHeld) await held.promise;
            return new Response(new Uint8Array(host.files.get(name)!));
          },
        });
        await source.ready;
        let last: Promise<unknown> | undefined;
        let requests = Infinity;
        const onInterim = () => (requests = Math.min(requests, asked.length));
        for (let length = 2; length <= typed.length; length++) {
          const controller = new AbortController();
          const query = typed.slice(0, length);
          last = source.search({ query }, { signal: controller.signal, onInterim });
          // Whatever a key asks for, it asks for now.
          await takeTurns();
          mock.timers.tick(100);
          await takeTurns();
          if (length === typed.length) break;
          controller.abort();
          assert.equal((await failureOf(last)).code, 'aborted');
        }
        held.resolve();
        while (requests === Infinity) await new Promise((next) => setImmediate(next));
        mock.timers.reset();
        assert.ok(requests <= most, `${requests}: ${asked.join()}`);
      },
    );
  }

  test('those of a key are not fetched if the next one follows and there are results of earlier ones', async () => {
    host.answers.clear();
    const shown = { onInterim: () => {} };
    const source = createStaticSource({ index: host.index });
    await source.search({ query: 'accessibility' }, shown);
    host.log.length = 0;
    for (const query of ['accessibility ng', 'accessibility ngi']) {
      const controller = new AbortController();
      const search = source.search({ query }, { signal: controller.signal, ...shown });
      // Somebody who types fast.
      setTimeout(() => controller.abort(), 100);
      assert.equal((await failureOf(search)).code, 'aborted');
    }
    assert.equal(host.log.length, 0);
    const query = 'accessibility nginx';
    const results = await source.search({ query }, shown);
    assert.ok(host.log.some(({ name }) => name.startsWith('words.')));
    assert.deepEqual(results, await createStaticSource({ index: host.index }).search({ query }));
  });
});
