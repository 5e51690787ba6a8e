/**
 * Engines with records of DocSearch. None of their servers is here: the answers are written after the documentation of each engine, with the
 * marks that the requests ask for.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveHandler } from '../../src/node.ts';
import type { RequestFailure, SearchSource } from '../../src/client.ts';
import { createAlgoliaSource, createMeilisearchSource, createTypesenseSource } from '../../src/sources.ts';
import { MARKS } from '../../src/sources/marked-text.ts';

const [OPEN, CLOSE] = MARKS;
const URL_OF_HIT = 'https://docs.example.com/v2/guide#setup';
const LEVELS = {
  lvl0: 'Guides',
  lvl1: 'Guide',
  lvl2: 'Setup',
  lvl3: null,
  lvl4: null,
  lvl5: null,
  lvl6: null,
};
const KEY = 'search-only-key';
const REQUEST = { query: 'install', pageSize: 7, filter: { version: 'v2', language: 'en' } };

/** What each of the answers says. */
const RESULT = {
  path: URL_OF_HIT,
  content: '',
  metadata: {
    title: 'Guide',
    headings: ['Setup'],
    excerpt: { text: '… Install <App> now.', ranges: [[2, 9]], headingRanges: [[0, 5]] },
    version: 'v2',
    language: 'en',
  },
};
const SNIPPET = `… ${OPEN}Install${CLOSE} &lt;App&gt; now.`;
const HEADING = `${OPEN}Setup${CLOSE}`;

interface Received {
  path: string;
  headers: Headers;
  body: Record<string, unknown>;
}

interface Engine {
  readonly open: (server: string, fields?: { versionField?: string; languageField?: string }) => SearchSource;
  /** @param document fields of the record besides its headings */
  readonly answer: (document: object) => unknown;
  readonly nothing: unknown;
  readonly check: (received: Received) => void;
  readonly filterOf: (received: Received) => unknown;
  readonly filters: { both: unknown; none: unknown; renamed: unknown };
}

const ENGINES: Readonly<Record<string, Engine>> = {
  Algolia: {
    open: (server, fields) =>
      createAlgoliaSource({
        appId: 'APP',
        apiKey: KEY,
        indexName: 'docs',
        url: `${server}/1/indexes/*/queries`,
        ...fields,
      }),
    answer: (document) => ({
      results: [
        {
          hits: [
            {
              objectID: '1',
              ...document,
              content: 'Long.',
              hierarchy: LEVELS,
              _snippetResult: { content: { value: SNIPPET, matchLevel: 'full' } },
              _highlightResult: { hierarchy: { lvl2: { value: HEADING, matchLevel: 'full' } } },
            },
          ],
          nbHits: 1,
        },
      ],
    }),
    nothing: { results: [{ hits: [] }] },
    check({ path, headers, body }) {
      assert.equal(path, '/1/indexes/*/queries');
      assert.equal(headers.get('x-algolia-application-id'), 'APP');
      assert.equal(headers.get('x-algolia-api-key'), KEY);
      const [request] = body['requests'] as [Record<string, unknown>];
      assert.equal(request['indexName'], 'docs');
      assert.equal(request['query'], 'install');
      assert.equal(request['hitsPerPage'], 7);
    },
    filterOf: ({ body }) => (body['requests'] as [Record<string, unknown>])[0]['facetFilters'],
    filters: { both: ['version:v2', 'language:en'], none: [], renamed: ['lang:en'] },
  },
  Typesense: {
    open: (server, fields) =>
      createTypesenseSource({ url: `${server}/`, apiKey: KEY, collection: 'docs', ...fields }),
    answer: (document) => ({
      results: [
        {
          found: 1,
          hits: [
            {
              document: {
                ...document,
                content: 'Long.',
                ...Object.fromEntries(
                  Object.entries(LEVELS).flatMap(([level, text]) =>
                    text ? [[`hierarchy.${level}`, text]] : [],
                  ),
                ),
              },
              highlights: [
                { field: 'content', snippet: SNIPPET },
                { field: 'hierarchy.lvl2', snippet: HEADING },
              ],
            },
          ],
        },
      ],
    }),
    nothing: { results: [{ found: 0, hits: [] }] },
    check({ path, headers, body }) {
      assert.equal(path, '/multi_search');
      assert.equal(headers.get('x-typesense-api-key'), KEY);
      const [search] = body['searches'] as [Record<string, unknown>];
      assert.equal(search['collection'], 'docs');
      assert.equal(search['q'], 'install');
      assert.equal(search['per_page'], 7);
      assert.match(search['query_by'] as string, /^hierarchy\.lvl0,.*,content$/);
    },
    filterOf: ({ body }) => (body['searches'] as [Record<string, unknown>])[0]['filter_by'],
    filters: { both: 'version:=`v2` && language:=`en`', none: '', renamed: 'lang:=`en`' },
  },
  Meilisearch: {
    open: (server, fields) =>
      createMeilisearchSource({ url: server, apiKey: KEY, indexUid: 'docs', ...fields }),
    answer: (document) => {
      const levels = Object.fromEntries(
        Object.entries(LEVELS).map(([level, text]) => [`hierarchy_${level}`, text]),
      );
      return {
        hits: [
          {
            ...document,
            ...levels,
            content: 'Long.',
            _formatted: { ...levels, hierarchy_lvl2: HEADING, content: SNIPPET },
          },
        ],
        limit: 7,
      };
    },
    nothing: { hits: [] },
    check({ path, headers, body }) {
      assert.equal(path, '/indexes/docs/search');
      assert.equal(headers.get('authorization'), `Bearer ${KEY}`);
      assert.equal(body['q'], 'install');
      assert.equal(body['limit'], 7);
    },
    filterOf: ({ body }) => body['filter'],
    filters: { both: ['version = "v2"', 'language = "en"'], none: [], renamed: ['lang = "en"'] },
  },
};

for (const [name, { open, answer, nothing, check, filterOf, filters }] of Object.entries(ENGINES)) {
  test(`${name}: a hit becomes a section, its marks ranges of plain text`, async () => {
    const record = { url: URL_OF_HIT, version: ['v2'], language: 'en' };
    await using server = await serve(() => Response.json(answer(record)));
    assert.deepEqual(await open(server.url).search(REQUEST), [RESULT]);
    check(server.received[0]!);
  });

  test(`${name}: version and language are filters, under the names that the index has`, async () => {
    await using server = await serve(() => Response.json(nothing));
    assert.deepEqual(await open(server.url).search(REQUEST), []);
    await open(server.url).search({ query: 'install' });
    await open(server.url, { versionField: '', languageField: 'lang' }).search(REQUEST);
    assert.deepEqual(server.received.map(filterOf), [filters.both, filters.none, filters.renamed]);
  });

  test(`${name}: hits without an address and of other forms are left out, and no list is bad content`, async () => {
    await using hostile = await serve(() => Response.json(answer({ url: 7 })));
    assert.deepEqual(await open(hostile.url).search(REQUEST), []);
    await using other = await serve(() => Response.json({ results: 'none' }));
    await assert.rejects(open(other.url).search(REQUEST), { code: 'bad-content' });
  });

  test(`${name}: a refusal is a failure without the key in it`, async () => {
    await using server = await serve(() => Response.json({ message: 'Invalid key' }, { status: 403 }));
    await assert.rejects(open(server.url).search(REQUEST), (error: RequestFailure) => {
      assert.deepEqual([error.code, error.status, error.message], ['http', 403, 'Invalid key']);
      return !JSON.stringify(error).includes(KEY);
    });
  });

  test(`${name}: a search that is stopped ends its request`, async () => {
    const stop = new AbortController();
    const left = Promise.withResolvers<void>();
    await using server = await serve((request) => {
      request.signal.addEventListener('abort', () => left.resolve());
      stop.abort();
      return new Promise(() => {});
    });
    await assert.rejects(open(server.url).search(REQUEST, { signal: stop.signal }), { code: 'aborted' });
    await left.promise;
  });
}

test('Algolia is asked at the address of the application', async () => {
  const asked: unknown[] = [];
  const source = createAlgoliaSource({
    appId: 'APP',
    apiKey: KEY,
    indexName: 'docs',
    fetch: (address) => {
      asked.push(address);
      return Promise.resolve(Response.json({ results: [{ hits: [] }] }));
    },
  });
  await source.search(REQUEST);
  assert.deepEqual(asked, ['https://APP-dsn.algolia.net/1/indexes/*/queries']);
});

/** Serve one answer. What was asked is kept. */
async function serve(answer: (request: Request) => Response | Promise<Response>) {
  const received: Received[] = [];
  const server = await serveHandler(async (request) => {
    const body = (await request.json()) as Record<string, unknown>;
    received.push({ path: new URL(request.url).pathname, headers: request.headers, body });
    return answer(request);
  });
  return { url: server.url, received, [Symbol.asyncDispose]: () => server.close() };
}
