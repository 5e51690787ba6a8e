import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { DocsClient, RequestFailure } from '../../src/client.ts';
import {
  MAX_RESULT_CONTENT,
  MAX_RESULT_FIELD,
  MAX_SEARCH_RESULTS,
} from '../../src/client/read-search-results.ts';
import { sendJson, serve } from './serve.ts';

type Options = ConstructorParameters<typeof DocsClient>[0];

function client(endpoint: string, options: Partial<Options> = {}): DocsClient {
  return new DocsClient({ endpoint, domain: 'acme', projectId: 'p1', ...options });
}

/** A client whose every request is answered with this. */
function answered(body: unknown, init?: ResponseInit): DocsClient {
  return client('/api', {
    fetch: async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), init),
  });
}

async function failureOf(call: Promise<unknown>): Promise<RequestFailure> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RequestFailure);
  return error;
}

const SESSION = {
  sessionId: 's1',
  subdomain: 'acme',
  branch: 'docs/fix',
  haulted: true,
  haultReason: 'github_missconfigured',
  pullRequestLink: 'https://example.com/pr/1',
  messageToUser: 'Done.',
  todos: [{ content: 'Write', status: 'pending', priority: 'high', id: 't1' }],
  createdAt: '2026-11-01T10:00:00.000Z',
};

const STATUS = {
  _id: 'u1',
  projectId: 'p1',
  createdAt: '2026-11-01T10:00:00.000Z',
  endedAt: '2026-11-01T10:01:00.000Z',
  status: 'success',
  summary: 'Built.',
  logs: ['one', 'two'],
  subdomain: 'acme',
  screenshot: null,
  screenshotLight: null,
  screenshotDark: null,
  author: 'Ada',
  commit: {
    sha: 'abc',
    ref: 'main',
    message: 'Fix',
    filesChanged: { added: ['a'], modified: [], removed: ['b'] },
  },
  source: 'github',
};

describe('the endpoints', () => {
  it('are called at their addresses, with their methods', async (t) => {
    const { endpoint, requests } = await serve(t, (response, { url }) =>
      sendJson(
        response,
        url.includes('search')
          ? []
          : url.includes('/jobs')
            ? { allSessions: [SESSION] }
            : url.includes('/job/')
              ? SESSION
              : url.includes('update-status')
                ? STATUS
                : { statusId: 'u1' },
      ),
    );
    const docs = client(`${endpoint}/assistant`, { adminEndpoint: `${endpoint}/admin/` });
    assert.deepEqual(await docs.search({ query: 'install', pageSize: 5, filter: { version: 'v6' } }), []);
    assert.deepEqual(await docs.getJob('a b/c'), SESSION);
    assert.deepEqual(await docs.listJobs(), { allSessions: [SESSION] });
    assert.deepEqual(await docs.startUpdate(), { statusId: 'u1' });
    assert.deepEqual(await docs.getUpdate('u1'), STATUS);
    assert.deepEqual(
      requests.map(({ method, url, body }) => [method, url, body]),
      [
        ['POST', '/assistant/v1/search/acme', { query: 'install', pageSize: 5, filter: { version: 'v6' } }],
        ['GET', '/admin/v1/agent/p1/job/a%20b%2Fc', null],
        ['GET', '/admin/v1/agent/p1/jobs?take=100', null],
        ['POST', '/admin/v1/project/update/p1', null],
        ['GET', '/admin/v1/project/update-status/u1', null],
      ],
    );
  });

  it('are given the headers of the caller, fresh for every request', async (t) => {
    const { endpoint, requests } = await serve(t, (response) => sendJson(response, []));
    await client(endpoint, { headers: { authorization: 'Bearer one' } }).search({ query: 'a' });
    let calls = 0;
    const docs = client(endpoint, { headers: async () => [['authorization', `Bearer ${++calls}`]] });
    await docs.search({ query: 'a' });
    await docs.search({ query: 'a' });
    assert.deepEqual(
      requests.map(({ headers }) => headers.authorization),
      ['Bearer one', 'Bearer 1', 'Bearer 2'],
    );
    assert.equal(requests[0]?.headers.accept, 'application/json');
  });

  it('may stand below a relative address', async () => {
    const addresses: unknown[] = [];
    const fetch = async (address: unknown) => (addresses.push(address), Response.json([]));
    for (const endpoint of ['/docs-api', '/docs-api/', '/', 'api'])
      await client(endpoint, { fetch }).search({ query: 'a' });
    assert.deepEqual(addresses, [
      '/docs-api/v1/search/acme',
      '/docs-api/v1/search/acme',
      '/v1/search/acme',
      'api/v1/search/acme',
    ]);
  });

  it('are not called before all is set that they need', async () => {
    const fetch = () => assert.fail('nothing may be sent');
    const unset = { fetch, domain: undefined, projectId: undefined } as unknown as Partial<Options>;
    for (const call of [
      client('', { fetch }).search({ query: 'a' }),
      client('/api', unset).search({ query: 'a' }),
      client('/api', unset).listJobs(),
      client('/api', { fetch }).getJob(''),
      client('/api', { fetch }).getJob('..'),
      client('/api', { fetch }).getUpdate('.'),
    ]) {
      assert.equal((await failureOf(call)).code, 'not-configured');
    }
  });
});

describe('search results', () => {
  it('keep what they are', async () => {
    const result = {
      content: 'Add the tag.',
      path: 'guides/install',
      metadata: {
        title: 'Install',
        headings: ['Guides'],
        anchor: 'tag',
        score: 0.5,
        ranges: [[0, 3]],
        excerpt: { text: 'Install', ranges: [[0, 7]], headingRanges: [[0, 6]] },
        icon: 'star',
      },
    };
    assert.deepEqual(await answered([result]).search({ query: 'a' }), [result]);
  });

  it('are left out when they are none', async () => {
    const bad = [null, 5, 'x', [], {}, { content: 'c' }, { content: 5, path: 'p' }];
    const long = { content: 'c', path: 'p'.repeat(MAX_RESULT_FIELD + 1) };
    const results = await answered([...bad, long, { content: 'c', path: 'p' }]).search({ query: 'a' });
    assert.deepEqual(results, [{ content: 'c', path: 'p', metadata: {} }]);
  });

  it('may be of the front page, whose path is empty', async () => {
    const front = { content: 'c', path: '', metadata: {} };
    assert.deepEqual(await answered([front]).search({ query: 'a' }), [front]);
  });

  it('lose the metadata that is of a wrong type', async () => {
    const metadata = {
      title: 5,
      description: null,
      headings: ['a', 5],
      score: '1',
      ranges: 'x',
      excerpt: { text: 'x' },
      language: 'de',
    };
    const [result] = await answered([{ content: 'c', path: 'p', metadata }]).search({ query: 'a' });
    assert.deepEqual(result?.metadata, { headings: ['a'], language: 'de' });
  });

  it('lose ranges that are not within the content or the excerpt', async () => {
    const ranges = [[0, 3], [2, 2], [3, 1], [-1, 2], [0, 4], [0.5, 2], ['0', 2], [0], [0, 1, 2], null];
    const metadata = { ranges, excerpt: { text: 'xyz', ranges, headingRanges: [[2, 2], 'x'] } };
    const [result] = await answered([{ content: 'abc', path: 'p', metadata }]).search({ query: 'a' });
    assert.deepEqual(result?.metadata.ranges, [[0, 3]]);
    assert.deepEqual(result?.metadata.excerpt, { text: 'xyz', ranges: [[0, 3]], headingRanges: [] });
  });

  it('are cut to their limits', async () => {
    const text = 'x'.repeat(MAX_RESULT_CONTENT + 1);
    const metadata = {
      title: text,
      headings: Array.from({ length: 200 }, () => text),
      ranges: Array.from({ length: 200 }, () => [0, 1]),
      excerpt: { text, ranges: Array.from({ length: 200 }, () => [0, 1]) },
    };
    const big = { content: text, path: 'p', metadata };
    const results = await answered([
      big,
      ...Array.from({ length: 200 }, () => ({ content: '', path: 'p' })),
    ]).search({
      query: 'a',
    });
    const [first] = results;
    assert.equal(results.length, MAX_SEARCH_RESULTS);
    assert.deepEqual(
      [first?.content.length, first?.metadata.title?.length],
      [MAX_RESULT_CONTENT, MAX_RESULT_FIELD],
    );
    assert.deepEqual(
      [first?.metadata.headings?.length, first?.metadata.headings?.[0]?.length],
      [100, MAX_RESULT_FIELD],
    );
    assert.equal(first?.metadata.ranges?.length, 100);
    assert.equal(first?.metadata.excerpt?.text.length, MAX_RESULT_FIELD);
    assert.equal(first?.metadata.excerpt?.ranges.length, 100);
  });

  it('are not taken from anything but a list', async () => {
    for (const body of [{}, { results: [] }, null, 'x', '<html></html>', '[{"content"']) {
      assert.equal((await failureOf(answered(body).search({ query: 'a' }))).code, 'bad-content');
    }
  });
});

describe('the list of agent sessions', () => {
  const sessions = (count: number, first = 0) =>
    Array.from({ length: count }, (_, at) => ({ ...SESSION, sessionId: `s${first + at}` }));

  /** Serves sessions page by page, at most 100 at a time and 12 where nothing is said, as the hosted platform does. */
  function pagesOf(all: readonly object[]): typeof fetch {
    return async (address) => {
      const { searchParams } = new URL(address as string, 'https://docs.example.com');
      const skip = Number(searchParams.get('skip') ?? 0);
      const take = Math.min(Number(searchParams.get('take') ?? 12), 100);
      return Response.json({ allSessions: all.slice(skip, skip + take) });
    };
  }

  for (const count of [0, 1, 12, 30, 99, 100, 101, 250]) {
    it(`is read to its end, page by page: ${count} sessions`, async () => {
      const all = sessions(count);
      assert.deepEqual(await client('/api', { fetch: pagesOf(all) }).listJobs(), { allSessions: all });
    });
  }

  for (const [take, count, hasMore] of [
    [12, 30, true],
    [30, 30, false],
    [31, 30, false],
    [29, 30, true],
    [100, 101, true],
    [150, 250, true],
    [250, 250, false],
  ] as const) {
    it(`is read as far as is wanted, and tells of more: ${take} of ${count}`, async () => {
      const all = sessions(count);
      const found = await client('/api', { fetch: pagesOf(all) }).listJobs({ take });
      assert.deepEqual(found, { allSessions: all.slice(0, take), ...(hasMore && { hasMore: true }) });
    });
  }

  for (const count of [3, 99, 100, 101, 700]) {
    it(`is whole from a server that knows no pages: ${count} sessions`, async () => {
      const all = sessions(count);
      for (const take of [undefined, 12, 100]) {
        const fetch = async () => Response.json({ allSessions: all });
        const found = await client('/api', { fetch }).listJobs(take === undefined ? {} : { take });
        assert.deepEqual(found, { allSessions: all });
      }
    });
  }

  it('is read without pages where the server refuses them', async () => {
    const fetch: typeof globalThis.fetch = async (address) =>
      (address as string).includes('?')
        ? Response.json({ error: 'unknown parameter' }, { status: 400 })
        : Response.json({ allSessions: sessions(3) });
    assert.equal((await client('/api', { fetch }).listJobs()).allSessions.length, 3);
  });

  it('has every session once, also if one is started in between', async () => {
    const all = sessions(150);
    const served = pagesOf([...sessions(1, 900), ...all]);
    const fetch: typeof globalThis.fetch = (address, init) =>
      ((address as string).includes('skip') ? served : pagesOf(all))(address, init);
    assert.deepEqual(await client('/api', { fetch }).listJobs(), { allSessions: all });
  });
});

describe('the latest update', () => {
  for (const [what, body, status] of [
    ['does not know the address', '{"message":"nf"}', 404],
    ['takes another method there', '', 405],
    ['answers without a body', null, 204],
    ['answers with a page', '<!doctype html>', 200],
    ['answers with something else', '{"statusId":"u1"}', 200],
  ] as const) {
    it(`is unknown where the server ${what}`, async () => {
      const fetch = async () => new Response(body, { status });
      assert.equal(await client('/api', { fetch }).getLatestUpdate(), null);
    });
  }

  it('is read, also if there is none yet', async () => {
    const fetched = (update: unknown) => client('/api', { fetch: async () => Response.json({ update }) });
    assert.deepEqual(await fetched(null).getLatestUpdate(), { update: null });
    assert.deepEqual(await fetched(STATUS).getLatestUpdate(), { update: STATUS });
  });

  it('fails where it is refused', async () => {
    const fetch = async () => Response.json({}, { status: 403 });
    assert.equal((await failureOf(client('/api', { fetch }).getLatestUpdate())).status, 403);
  });
});

describe('the answers for maintainers', () => {
  it('keep what only the hosted platform sends of a session', async () => {
    const { title, userId, branch, haultReason } = await answered({
      ...{ sessionId: 's', branch: null, haultReason: 'interrupted' },
      ...{ title: 'Mend links', userId: 'u7' },
    }).getJob('s');
    assert.deepEqual([title, userId, branch, haultReason], ['Mend links', 'u7', null, 'interrupted']);
  });

  it('are completed where a server leaves something out', async () => {
    const { sessionId, haulted, branch, todos } = await answered({
      sessionId: 's',
      todos: [{ id: 't' }, 5],
    }).getJob('s');
    assert.deepEqual(
      { sessionId, haulted, branch, todos },
      {
        sessionId: 's',
        haulted: false,
        branch: null,
        todos: [{ content: '', status: '', priority: '', id: 't' }],
      },
    );
    const status = await answered({
      _id: 'u',
      status: 'queued',
      logs: ['a', 5],
      commit: {},
      author: { name: 'Ada' },
    }).getUpdate('u');
    assert.deepEqual([status.status, status.logs, status.author], ['queued', ['a'], 'Ada']);
    assert.deepEqual(status.commit?.filesChanged, { added: [], modified: [], removed: [] });
  });

  it('leave out sessions that are none', async () => {
    const { allSessions } = await answered({ allSessions: [null, {}, SESSION] }).listJobs();
    assert.deepEqual(allSessions, [SESSION]);
  });

  it('are refused when they are something else', async () => {
    for (const body of ['null', '[]', '{}', '{"status":"queued"}', '{"allSessions":{}}', '{"statusId":5}']) {
      for (const call of [
        answered(body).getJob('s'),
        answered(body).listJobs(),
        answered(body).startUpdate(),
        answered(body).getUpdate('u'),
      ]) {
        assert.equal((await failureOf(call)).code, 'bad-content');
      }
    }
  });
});

describe('failures', () => {
  const bodies: [body: string, message: string, serverCode?: string][] = [
    ['{"error":"no luck","code":"some-code"}', 'no luck', 'some-code'],
    ['{"error":{"message":"no luck"}}', 'no luck'],
    ['{"message":"no luck"}', 'no luck'],
    ['<html>Bad gateway</html>', 'The server answered with status 400.'],
    ['', 'The server answered with status 400.'],
    [`{"error":"${'x'.repeat(70_000)}"}`, 'The server answered with status 400.'],
    [`{"error":"${'x'.repeat(600)}"}`, 'x'.repeat(500)],
  ];
  for (const [body, message, serverCode] of bodies) {
    it(`tell the message of ${body.slice(0, 50)}`, async () => {
      const failure = await failureOf(answered(body, { status: 400 }).search({ query: 'a' }));
      assert.deepEqual([failure.code, failure.message, failure.serverCode], ['http', message, serverCode]);
    });
  }

  it('can be tried again after some statuses only', async () => {
    const retryable = async (status: number) =>
      (await failureOf(answered({}, { status }).search({ query: 'a' }))).retryable;
    for (const status of [408, 425, 429, 500, 502, 503, 504])
      assert.equal(await retryable(status), true, `${status}`);
    for (const status of [400, 401, 403, 404, 413, 422])
      assert.equal(await retryable(status), false, `${status}`);
  });

  it('tell how long to wait, as the server spells it', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-01T10:00:00Z') });
    const wait = async (headers: Record<string, string>) =>
      (await failureOf(answered({}, { status: 429, headers }).search({ query: 'a' }))).retryAfter;
    assert.equal(await wait({ 'retry-after': '30' }), 30);
    assert.equal(await wait({ 'retry-after': 'Sun, 01 Nov 2026 10:01:30 GMT' }), 90);
    assert.equal(await wait({ 'retry-after': 'Sun, 01 Nov 2026 09:00:00 GMT' }), 0);
    assert.equal(await wait({ 'ratelimit-reset': '12' }), 12);
    assert.equal(await wait({ 'retry-after': '30', 'ratelimit-reset': '12' }), 30);
    assert.equal(await wait({ 'retry-after': 'soon' }), undefined);
    assert.equal(await wait({ 'retry-after': '9'.repeat(30) }), 31 * 24 * 3600);
    assert.equal(await wait({}), undefined);
  });

  it('are network when the connection is refused', async (t) => {
    const { endpoint } = await serve(t, (response) => response.destroy());
    const { code, retryable, cause } = await failureOf(client(endpoint).search({ query: 'a' }));
    assert.deepEqual([code, retryable], ['network', true]);
    assert.ok(cause instanceof TypeError);
  });

  it('are timeout when the answer does not come, or not to its end', async (t) => {
    for (const begin of [() => {}, (response: { write(text: string): unknown }) => response.write('[')]) {
      const { endpoint } = await serve(t, begin);
      const failure = await failureOf(client(endpoint, { timeouts: { request: 20 } }).search({ query: 'a' }));
      assert.deepEqual([failure.code, failure.retryable], ['timeout', true]);
    }
  });

  it('are aborted when the caller stops', async (t) => {
    const controller = new AbortController();
    const { endpoint } = await serve(t, () => controller.abort(new Error('of the caller')));
    assert.equal((await failureOf(client(endpoint).search({ query: 'a' }, controller))).code, 'aborted');
    assert.equal(
      (await failureOf(client(endpoint).listJobs({ signal: AbortSignal.abort() }))).code,
      'aborted',
    );
  });

  it('are too-large beyond the limit', async () => {
    const fetch = async () => Response.json(Array(100).fill('x'.repeat(100)));
    const failure = await failureOf(client('/api', { fetch, limits: { body: 1000 } }).search({ query: 'a' }));
    assert.equal(failure.code, 'too-large');
  });

  it('are offline when the browser says so, and nothing is sent', async (t) => {
    const described = Object.getOwnPropertyDescriptor(globalThis, 'navigator')!;
    t.after(() => Object.defineProperty(globalThis, 'navigator', described));
    const docs = client('/api', { fetch: () => assert.fail('nothing may be sent') });
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { onLine: false } });
    const { code, retryable } = await failureOf(docs.search({ query: 'a' }));
    assert.deepEqual([code, retryable], ['offline', true]);
  });

  it('are none where there is no navigator', async (t) => {
    const described = Object.getOwnPropertyDescriptor(globalThis, 'navigator')!;
    t.after(() => Object.defineProperty(globalThis, 'navigator', described));
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: undefined });
    assert.deepEqual(await answered([]).search({ query: 'a' }), []);
  });
});
