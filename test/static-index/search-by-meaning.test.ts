import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, mock, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { SearchResult } from '../../src/protocol/api.ts';
import { decodeManifest } from '../../src/static-index/format/manifest.ts';
import { decodeMeaning, type PartMeaning } from '../../src/static-index/format/meaning-file.ts';
import { toInt4 } from '../../src/static-index/format/int4.ts';
import { unpack } from '../../src/static-index/format/unpack.ts';
import { prepareVectors } from '../../src/static-index/meaning/nearest-vectors.ts';
import { comparePart } from '../../src/static-index/reading/part-similarities.ts';
import { createStaticSource } from '../../src/static-index/reading/static-source.ts';
import { MODEL } from '../service/docs-folder.ts';
import { hostIndex, type IndexHost } from './index-host.ts';

const DEMO = fileURLToPath(new URL('../../demo/docs/v2/en', import.meta.url));
/** In other words than the page that answers it. */
const QUESTION = 'what data do you store about my readers';
const ANSWER = 'privacy#in-the-readers-browser';
const KINDS = ['meaning', 'vectors', 'wordvectors'] as const;

describe('a static index with word vectors', () => {
  let host: IndexHost;
  let warnings: string[];
  before(async () => {
    host = await hostIndex(DEMO, undefined, MODEL);
  });
  after(() => host[Symbol.asyncDispose]());
  beforeEach(() => {
    host.answers.clear();
    host.log.length = 0;
    warnings = [];
    mock.method(console, 'warn', (message: string) => warnings.push(message));
  });
  afterEach(() => mock.restoreAll());

  /** Search in a new page. */
  async function search(query: string) {
    host.log.length = 0;
    const interim: { results: SearchResult[]; files: string[] }[] = [];
    const results = await createStaticSource({ index: host.index }).search(
      { query },
      { onInterim: (some) => interim.push({ results: some, files: names() }) },
    );
    return { results, interim, files: names() };
  }
  const names = (): string[] => host.log.map(({ name }) => name);
  const hrefs = (results: readonly SearchResult[]): string[] =>
    results.map(({ metadata: { href } }) => href!);
  const isOf = (file: string, kind: string): boolean => file.startsWith(`${kind}.`);
  const failAll = (kind: string): void => {
    for (const name of host.namesOf(kind)) host.answers.set(name, { status: 404, body: '' });
  };

  test('finds what is asked for in other words', async () => {
    const { results, interim } = await search(QUESTION);
    assert.equal(hrefs(results)[0], ANSWER);
    assert.notEqual(hrefs(interim[0]!.results)[0], ANSWER);
  });

  test('shows what words find before it fetches anything for meaning, then with texts, then what both find', async () => {
    const { results, interim } = await search(QUESTION);
    assert.equal(interim.length, 2);
    const [byName, byWords] = interim;
    assert.ok(!byName!.files.some((file) => KINDS.some((kind) => isOf(file, kind))));
    assert.ok(byName!.results.every(({ content }) => content === ''));
    assert.deepEqual(hrefs(byWords!.results), hrefs(byName!.results));
    assert.ok(byWords!.results.every(({ content }) => content !== ''));
    assert.notDeepEqual(hrefs(results), hrefs(byWords!.results));
  });

  test('fetches texts and vectors for the last key alone of somebody who types', async () => {
    const later = (): string[] =>
      names().filter((file) => [...KINDS, 'texts'].some((kind) => isOf(file, kind)));
    await search('security');
    const ofLast = new Set(later());
    host.log.length = 0;
    const source = createStaticSource({ index: host.index });
    for (const query of ['se', 'sec', 'secu']) {
      const controller = new AbortController();
      let seen = 0;
      const onInterim = (results: readonly SearchResult[]): void => {
        seen = results.length;
        setImmediate(() => controller.abort());
      };
      await assert.rejects(source.search({ query }, { signal: controller.signal, onInterim }), {
        code: 'aborted',
      });
      assert.ok(seen > 0);
    }
    await source.search({ query: 'security' }, { onInterim: () => {} });
    assert.deepEqual(new Set(later()), ofLast);
  });

  test('fetches the vectors of sections once, and of words those that a query has', async () => {
    const source = createStaticSource({ index: host.index });
    const query = 'stop visitors from flooding nginx';
    await source.search({ query });
    const first = names();
    for (const kind of ['meaning', 'vectors']) {
      assert.equal(first.filter((file) => isOf(file, kind)).length, 1);
    }
    const words = first.filter((file) => isOf(file, 'wordvectors')).length;
    assert.ok(words >= 1 && words <= query.split(' ').length);
    assert.ok(words < host.namesOf('wordvectors').length / 2);
    host.log.length = 0;
    await source.search({ query: 'which limits does the proxy have' });
    assert.ok(!names().some((file) => isOf(file, 'meaning') || isOf(file, 'vectors')));
  });

  test('says nothing in between when all files are there', async () => {
    const source = createStaticSource({ index: host.index });
    const before = await source.search({ query: QUESTION });
    host.log.length = 0;
    let calls = 0;
    const again = await source.search({ query: QUESTION }, { onInterim: () => calls++ });
    assert.deepEqual(hrefs(again), hrefs(before));
    assert.deepEqual([calls, names()], [0, []]);
  });

  test('a word with a spelling mistake has the meaning of the word that it stands for', async () => {
    const { results } = await search('what data do you stroe about my raeders');
    assert.ok(hrefs(results).slice(0, 3).includes(ANSWER));
  });

  for (const kind of ['meaning', 'vectors']) {
    test(`without its ${kind} file, words find what they find alone`, async () => {
      const { interim } = await search(QUESTION);
      failAll(kind);
      const { results } = await search(QUESTION);
      assert.deepEqual(hrefs(results), hrefs(interim[0]!.results));
      assert.ok(results.every(({ content }) => content !== ''));
      assert.equal(warnings.length, 1);
    });
  }

  test('without files of word vectors, the most used words have all of their meaning, and the others none', async () => {
    const [facts] = decodeManifest(host.files.get('manifest.json')!).parts;
    const { common } = decodeMeaning(await unpack(Uint8Array.from(host.files.get(facts!.meaning!)!)), facts!);
    const used = ['assistant', 'browser', 'visitor', 'answer', 'language', 'pages', 'address'];
    const query = `${used.filter((word) => common.words.includes(word)).join(' ')} `;
    assert.ok(query.split(' ').length > 4, query);
    const expected = await search(query);
    const { results: both } = await search(QUESTION);
    failAll('wordvectors');
    const { results, interim } = await search(query);
    assert.deepEqual(hrefs(results), hrefs(expected.results));
    assert.notDeepEqual(hrefs(results), hrefs(interim[0]!.results));
    assert.deepEqual(warnings, []);
    assert.notDeepEqual(hrefs((await search(QUESTION)).results), hrefs(both));
    assert.equal(warnings.length, 1);
  });

  test('a damaged file is left out like a missing one', async () => {
    const { interim } = await search(QUESTION);
    for (const name of host.namesOf('vectors')) {
      host.answers.set(name, { body: host.files.get(name)!.slice(0, 1_000) });
    }
    const { results } = await search(QUESTION);
    assert.deepEqual(hrefs(results), hrefs(interim[0]!.results));
    assert.match(warnings[0]!, /A file of the search index is damaged/);
  });

  test('a search that is stopped while meaning is on its way ends', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const name of host.namesOf('vectors')) host.answers.set(name, { after: promise });
    const controller = new AbortController();
    const searching = createStaticSource({ index: host.index }).search(
      { query: QUESTION },
      { signal: controller.signal, onInterim: ([first]) => first?.content && controller.abort() },
    );
    await assert.rejects(searching, { code: 'aborted' });
    resolve();
  });

  for (const [one, other] of [
    ['texts', 'meaning'],
    ['vectors', 'wordvectors'],
  ] as const) {
    test(`a search that is stopped while ${one} and ${other} are on their way fails once`, async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      for (const kind of [one, other])
        for (const name of host.namesOf(kind)) host.answers.set(name, { after: promise });
      const controller = new AbortController();
      const source = createStaticSource({ index: host.index });
      const searching = source.search({ query: QUESTION }, { signal: controller.signal });
      const isAsked = (kind: string) => names().some((file) => isOf(file, kind));
      while (!isAsked(one) || !isAsked(other)) await new Promise((next) => setImmediate(next));
      controller.abort();
      await assert.rejects(searching, { code: 'aborted' });
      resolve();
    });
  }

  test('queries without words that have a meaning are searched by words', async () => {
    for (const query of ['', '?!', 'xylophone']) {
      const { files } = await search(query);
      assert.ok(!files.some((file) => isOf(file, 'wordvectors')), query);
    }
    assert.deepEqual(warnings, []);
  });
});

test('of a part with many cells, only those nearest to the query are fetched', async () => {
  const dimensions = 32;
  const axis = (at: number): Float32Array => new Float32Array(dimensions).fill(1, at, at + 1);
  const cells = Array.from({ length: 16 }, (_, at) => ({
    count: 1,
    centre: toInt4(axis(at)).bytes,
    file: `vectors.${String(at).padStart(10, '0')}.idx`,
  }));
  const meaning: PartMeaning = {
    dimensions,
    calibration: null,
    cells,
    common: { words: ['nine'], scales: Uint16Array.of(1), bytes: toInt4(axis(9)).bytes },
    words: [],
  };
  const fetched: string[] = [];
  const word = { word: 'nine', count: 1, others: [], isKnown: true, isContent: true };
  const found = await comparePart(meaning, [word], {
    words: async () => assert.fail('The word is a common one'),
    async vectors({ file, centre }) {
      fetched.push(file);
      const section = cells.findIndex((cell) => cell.file === file);
      return prepareVectors({ sections: Uint32Array.of(section), dimensions, bytes: centre });
    },
  });
  assert.equal(fetched.length, 8);
  assert.equal(fetched[0], cells[9]!.file);
  assert.deepEqual([found!.compared[0]!.sections[0], found!.compared[0]!.cosines[0]], [9, 1]);
});
