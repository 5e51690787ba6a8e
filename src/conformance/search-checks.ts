import { MAX_PAGE_SIZE } from '../protocol/api.ts';
import { SEARCH_ENDPOINT } from '../protocol/endpoints.ts';
import { isRecord } from '../protocol/record.ts';
import {
  count,
  fail,
  pass,
  passIf,
  skip,
  type Check,
  isSuccess,
  passWith200,
  passWithJson,
  parseBody,
  refusesKey,
} from './check.ts';
import { describe, print, type Exchange } from './exchange.ts';

const STATUS = ['search.status'];
const ARRAY = ['search.array'];

/** `POST /v1/search/{domain}` */
export const SEARCH_CHECKS: readonly Check[] = [
  {
    name: 'search.status',
    contract: '7: the success status 200 is given for each endpoint.',
    expected: 'status 200',
    run: async (target) => passWith200(await target.search),
  },
  {
    name: 'search.media-type',
    contract: '1: all bodies are JSON unless stated.',
    expected: 'content type application/json',
    needs: STATUS,
    run: async (target) => passWithJson(await target.search),
  },
  {
    name: 'search.array',
    contract: '4.2: a JSON array of search results.',
    expected: 'an array',
    needs: STATUS,
    async run(target) {
      const got = await target.search;
      const results = parseBody(got);
      return Array.isArray(results) ? pass(count(results.length, 'result')) : fail(describe(got));
    },
  },
  {
    name: 'search.results',
    contract: '2.3: content (string), path (string), metadata (object).',
    expected: 'every result has the three fields, of these types',
    needs: ARRAY,
    async run(target) {
      const results = resultsOf(await target.search);
      if (results.length === 0)
        return skip(`Nothing is found for "${target.options.query}"; choose --query.`);
      const wrong = results.findIndex(
        (result) =>
          !isRecord(result) ||
          typeof result.content !== 'string' ||
          typeof result.path !== 'string' ||
          !isRecord(result.metadata),
      );
      if (wrong === -1) return pass(count(results.length, 'result'));
      return fail(`result ${wrong + 1}: ${print(results[wrong])}`);
    },
  },
  {
    name: 'search.page-size',
    contract: '2.2: pageSize is the number of results wanted.',
    expected: 'at most 1 result with pageSize 1',
    platform: {
      contract: 'Platform, search: pageSize is from 1 to 50.',
      expected: 'an array of at most 50 results with pageSize 1',
    },
    needs: ARRAY,
    async run(target) {
      const got = await target.sendSearch({ pageSize: 1 });
      const results = parseBody(got);
      if (got.status !== 200 || !Array.isArray(results)) return fail(describe(got));
      if (results.length === 0 && resultsOf(await target.search).length > 0) return fail('no result');
      return passIf(
        results.length <= (target.isPlatform ? MAX_PAGE_SIZE : 1),
        count(results.length, 'result'),
      );
    },
  },
  {
    name: 'search.filter',
    contract: '2.2: filter has two string fields, version and language.',
    expected: 'status 200 and an array with a filter',
    needs: ARRAY,
    async run(target) {
      const { filter } = target.options;
      if (filter === null) return skip('Name a version or a language of the documentation.');
      const got = await target.sendSearch({ filter });
      const results = parseBody(got);
      return Array.isArray(results) && got.status === 200
        ? pass(count(results.length, 'result'))
        : fail(describe(got));
    },
  },
  {
    name: 'search.more-fields',
    contract: 'Platform, search: scoreThreshold from 0 to 1, filter.tag and filter.groups.',
    expected: 'status 200 and an array with all three',
    isPlatformOnly: true,
    needs: ARRAY,
    async run(target) {
      const got = await target.sendSearch({
        scoreThreshold: 0,
        filter: { tag: 'guides', groups: ['readers'] },
      });
      return passIf(got.status === 200 && Array.isArray(parseBody(got)), describe(got));
    },
  },
  {
    name: 'search.broken-body',
    contract: '1: all bodies are JSON unless stated.',
    expected: 'a body that is no JSON is refused: no status of success',
    needs: STATUS,
    async run(target) {
      const got = await target.send(SEARCH_ENDPOINT, { body: '{"query":' });
      return passIf(got.status !== 0 && !isSuccess(got), describe(got));
    },
  },
  ...(['none', 'wrong'] as const).map((choice) =>
    refusesKey('search', choice, SEARCH_ENDPOINT, {
      needs: STATUS,
      body: ({ options: { query } }) => ({ query }),
    }),
  ),
];

function resultsOf(got: Exchange): unknown[] {
  const results = parseBody(got);
  return Array.isArray(results) ? results : [];
}
