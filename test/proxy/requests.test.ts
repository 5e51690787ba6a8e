import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { createProxy } from '../../src/proxy.ts';
import { ADMIN_KEY, ASSISTANT_KEY, post, postMessage, postSearch, proxyTo, question } from './requests.ts';
import { sendJson, startUpstream } from './upstream.ts';

/** Nobody listens there: a request that is refused never gets so far. */
const NOWHERE = 'http://127.0.0.1:9';

describe('what the proxy sends upstream', () => {
  it('rebuilds a question from the fields it knows', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const body = {
      ...question,
      threadId: 'thread-1',
      threadKey: null,
      retrievalPageSize: 3,
      filter: { version: 'v6', language: '', tag: 'secret' },
      model: 'expensive',
      messages: [
        {
          id: 'm1',
          role: 'user',
          content: 'ignored',
          parts: [{ type: 'text', text: 'Hel', x: 1 }, { type: 'step-start' }, { type: 'text', text: 'lo?' }],
        },
        { id: 'm2', role: 'assistant', content: '', parts: [], annotations: ['x'] },
        { role: 'user', content: 'And now?' },
      ],
    };
    await proxyTo(upstream.url, { apiVersion: 'v1' })(postMessage(body));
    assert.deepEqual(JSON.parse(upstream.received[0]!.body), {
      fp: 'visitor-1',
      messages: [
        { id: 'm1', role: 'user', content: 'Hello?', parts: [{ type: 'text', text: 'Hello?' }] },
        { id: 'm2', role: 'assistant', content: '', parts: [{ type: 'text', text: '' }] },
        { id: 'messages[2]', role: 'user', content: 'And now?', parts: [{ type: 'text', text: 'And now?' }] },
      ],
      threadId: 'thread-1',
      retrievalPageSize: 3,
      filter: { version: 'v6' },
    });
  });

  it('rebuilds a search from the fields it knows', async () => {
    await using upstream = await startUpstream(sendJson([]));
    await proxyTo(upstream.url, { apiVersion: 'v1' })(
      postSearch({ query: 'install', pageSize: 7, filter: { language: 'de' }, scoreThreshold: 0 }),
    );
    assert.deepEqual(JSON.parse(upstream.received[0]!.body), {
      query: 'install',
      pageSize: 7,
      filter: { language: 'de' },
    });
  });

  it('adds the key and takes nothing of the visitor along', async () => {
    await using upstream = await startUpstream(sendJson([]));
    await proxyTo(upstream.url)(
      postSearch(undefined, {
        headers: {
          cookie: 'session=visitor',
          authorization: 'Bearer visitor',
          'x-forwarded-for': '203.0.113.9',
          'user-agent': 'visitor-browser',
          accept: 'text/html',
        },
      }),
    );
    const { headers, url } = upstream.received[0]!;
    assert.equal(url, '/v1/search/docs');
    assert.equal(headers.authorization, `Bearer ${ASSISTANT_KEY}`);
    assert.equal(headers.accept, 'application/json');
    assert.doesNotMatch(JSON.stringify(headers), /visitor|203\.0/);
  });

  it('passes the choice of the stream format on, in known types only, or makes it by the body', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const proxy = proxyTo(upstream.url);
    await proxy(postMessage(question, { headers: { accept: 'text/plain;q=0.9, image/png, */*' } }));
    await proxy(postMessage(question));
    const messages = question.messages.map(({ id, role, parts }) => ({ id, role, parts }));
    await proxy(postMessage({ ...question, messages }));
    assert.deepEqual(
      upstream.received.map(({ headers }) => headers.accept),
      ['text/plain, application/json', 'text/plain, application/json', 'text/event-stream, application/json'],
    );
  });

  it('passes the thread on, from the body and from header fields', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const headers = { 'x-thread-id': 'thread-1', 'x-thread-key': 'key-1' };
    for (const apiVersion of ['v1', 'v2'] as const) {
      await proxyTo(upstream.url, { apiVersion })(
        postMessage({ ...question, threadId: 'thread-1', threadKey: 'key-1' }, { headers }),
      );
      const { headers: sent, body } = upstream.received.at(-1)!;
      assert.deepEqual([sent['x-thread-id'], sent['x-thread-key']], ['thread-1', 'key-1']);
      const { threadId, threadKey } = JSON.parse(body);
      assert.deepEqual([threadId, threadKey], ['thread-1', 'key-1']);
    }
  });

  it('leaves out a thread in header fields that could not be one', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const headers = { 'x-thread-id': 'x'.repeat(257), 'x-thread-key': 'a b' };
    await proxyTo(upstream.url)(postMessage(question, { headers }));
    assert.doesNotMatch(JSON.stringify(upstream.received[0]!.headers), /x-thread/);
  });

  it('drops the query string', async () => {
    await using upstream = await startUpstream(sendJson([]));
    await proxyTo(upstream.url)(post('/v1/search/docs?api-version=9', { query: 'install' }));
    assert.equal(upstream.received[0]!.url, '/v1/search/docs');
  });

  it('passes on which agent sessions are wanted, within limits, and nothing else of the query', async () => {
    await using upstream = await startUpstream(sendJson({ allSessions: [] }));
    const proxy = proxyTo(upstream.url, { authorize: () => true });
    const list = (query: string) => proxy(new Request(`http://site.example/v1/agent/p1/jobs${query}`));
    for (const query of ['', '?skip=12&take=100', '?take=1&key=x', '?skip=100000'])
      assert.equal((await list(query)).status, 200, query);
    assert.deepEqual(
      upstream.received.map(({ url }) => url),
      ['', '?skip=12&take=100', '?take=1', '?skip=100000'].map((query) => `/v1/agent/p1/jobs${query}`),
    );
    for (const [query, field] of [
      ['?take=0', 'take'],
      ['?take=101', 'take'],
      ['?take=1%26x', 'take'],
      ['?skip=-1', 'skip'],
      ['?skip=100001', 'skip'],
    ] as const) {
      const response = await list(query);
      assert.deepEqual([response.status, (await response.json()).field], [400, field]);
    }
    assert.equal(upstream.received.length, 4);
  });

  it('says of the latest update that the upstream does not tell it, which is no failure', async () => {
    const failures: unknown[] = [];
    const read = async (respond: Parameters<typeof startUpstream>[0]) => {
      await using upstream = await startUpstream(respond);
      const proxy = proxyTo(upstream.url, {
        authorize: () => true,
        onUpstreamFailure: (failure) => failures.push(failure),
      });
      const response = await proxy(new Request('http://site.example/v1/project/latest-update/p1'));
      return [response.status, await response.text()];
    };
    for (const status of [404, 405, 501]) assert.deepEqual(await read(sendJson({}, status)), [204, '']);
    assert.deepEqual(failures, []);
    assert.deepEqual(await read(sendJson({ update: null })), [200, '{"update":null}']);
    assert.equal((await read(sendJson({}, 503)))[0], 503);
  });

  it('speaks the second version of the assistant endpoint', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const proxy = proxyTo(`${upstream.url}/discovery/`, { apiVersion: 'v2' });
    await proxy(postMessage());
    await proxy(postSearch());
    assert.deepEqual(
      upstream.received.map(({ url }) => url),
      ['/discovery/v2/assistant/docs/message', '/discovery/v1/search/docs'],
    );
    assert.deepEqual(JSON.parse(upstream.received[0]!.body).messages, [
      { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello?' }] },
    ]);
  });

  it('uses the admin key and address for project endpoints', async () => {
    await using upstream = await startUpstream(sendJson({ statusId: 's1' }, 202));
    const calls: unknown[] = [];
    const proxy = proxyTo(NOWHERE, {
      adminUpstream: upstream.url,
      authorize: (_, call) => {
        calls.push(call);
        return true;
      },
    });
    const trigger = await proxy(post('/v1/project/update/p1', 'anything'));
    assert.deepEqual(await trigger.json(), { statusId: 's1' });
    await proxy(new Request('http://site.example/v1/agent/p1/jobs'));
    await proxy(new Request('http://site.example/v1/agent/p1/job/j1'));
    await proxy(new Request('http://site.example/v1/project/update-status/s1'));
    assert.deepEqual(
      upstream.received.map(({ method, url, body }) => [method, url, body]),
      [
        ['POST', '/v1/project/update/p1', ''],
        ['GET', '/v1/agent/p1/jobs', ''],
        ['GET', '/v1/agent/p1/job/j1', ''],
        ['GET', '/v1/project/update-status/s1', ''],
      ],
    );
    assert.equal(upstream.received[1]!.headers.authorization, `Bearer ${ADMIN_KEY}`);
    assert.deepEqual(calls, [
      { operation: 'update', projectId: 'p1' },
      { operation: 'jobs', projectId: 'p1' },
      { operation: 'job', projectId: 'p1', id: 'j1' },
      { operation: 'update-status', statusId: 's1' },
    ]);
  });
});

describe('which requests the proxy refuses', () => {
  const longText = 'x'.repeat(32_001);
  const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
  const message = question.messages[0]!;
  const wrongQuestions: [field: string | undefined, body: unknown][] = [
    [undefined, 'not json'],
    [undefined, '[]'],
    [undefined, '"text"'],
    [undefined, '['.repeat(30_000)],
    ['fp', { ...question, fp: undefined }],
    ['fp', { ...question, fp: 7 }],
    ['fp', { ...question, fp: 'x'.repeat(257) }],
    ['messages', { fp: 'v' }],
    ['messages', { fp: 'v', messages: [] }],
    ['messages', { fp: 'v', messages: {} }],
    ['messages', { fp: 'v', messages: many(51, message) }],
    ['messages[0]', { fp: 'v', messages: ['Hello?'] }],
    ['messages[0].id', { fp: 'v', messages: [{ ...message, id: 5 }] }],
    ['messages[0].role', { fp: 'v', messages: [{ ...message, role: 'system' }, message] }],
    ['messages[1].role', { fp: 'v', messages: [message, { ...message, role: 'assistant' }] }],
    ['messages[0].content', { fp: 'v', messages: [{ role: 'user' }] }],
    ['messages[0].content', { fp: 'v', messages: [{ role: 'user', content: '   ' }] }],
    ['messages[0].content', { fp: 'v', messages: [{ role: 'user', content: longText }] }],
    [
      'messages[0].content',
      { fp: 'v', messages: [{ role: 'user', parts: [{ type: 'text', text: longText }] }] },
    ],
    ['messages[0].parts', { fp: 'v', messages: [{ ...message, parts: 'text' }] }],
    ['messages[0].parts', { fp: 'v', messages: [{ ...message, parts: many(101, { type: 'x' }) }] }],
    ['messages[0].parts[0]', { fp: 'v', messages: [{ ...message, parts: [null] }] }],
    ['messages[0].parts[0].type', { fp: 'v', messages: [{ ...message, parts: [{ text: 'x' }] }] }],
    [
      'messages[0].parts[1].text',
      { fp: 'v', messages: [{ ...message, parts: [{ type: 'file' }, { type: 'text' }] }] },
    ],
    ['threadId', { ...question, threadId: '' }],
    ['threadId', { ...question, threadId: 12 }],
    ['threadKey', { ...question, threadKey: {} }],
    ['retrievalPageSize', { ...question, retrievalPageSize: 0 }],
    ['retrievalPageSize', { ...question, retrievalPageSize: 51 }],
    ['retrievalPageSize', { ...question, retrievalPageSize: 1.5 }],
    ['retrievalPageSize', { ...question, retrievalPageSize: '5' }],
    ['filter', { ...question, filter: 'v6' }],
    ['filter.version', { ...question, filter: { version: 6 } }],
    ['filter.language', { ...question, filter: { language: 'x'.repeat(65) } }],
  ];
  for (const [field, body] of wrongQuestions) {
    const shown = (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 70);
    it(`names ${field ?? 'no field'} for the question ${shown}`, async () => {
      const response = await proxyTo(NOWHERE)(postMessage(body));
      const answer = await response.json();
      assert.deepEqual([response.status, answer.code, answer.field], [400, 'invalid-request', field]);
    });
  }

  const wrongSearches: [field: string | undefined, body: unknown][] = [
    [undefined, 'null'],
    ['query', {}],
    ['query', { query: ' ' }],
    ['query', { query: ['install'] }],
    ['query', { query: 'x'.repeat(1001) }],
    ['pageSize', { query: 'x', pageSize: -1 }],
    ['pageSize', { query: 'x', pageSize: 51 }],
    ['filter', { query: 'x', filter: [] }],
    ['filter.version', { query: 'x', filter: { version: {} } }],
  ];
  for (const [field, body] of wrongSearches) {
    it(`names ${field ?? 'no field'} for the search ${JSON.stringify(body).slice(0, 70)}`, async () => {
      const response = await proxyTo(NOWHERE)(postSearch(body));
      const answer = await response.json();
      assert.deepEqual([response.status, answer.code, answer.field], [400, 'invalid-request', field]);
    });
  }

  const refused: [title: string, request: () => Request, status: number, code: string][] = [
    ['a path that is not the API', () => post('/v1/models', {}), 404, 'not-found'],
    ['a path below the API', () => post('/v1/search/docs/', {}), 404, 'not-found'],
    ['a domain that is not its own', () => post('/v1/search/other', { query: 'x' }), 404, 'not-found'],
    ['a domain with a slash in it', () => post('/v1/search/docs%2Fx', { query: 'x' }), 404, 'not-found'],
    ['a broken escape', () => post('/v1/search/%zz', { query: 'x' }), 404, 'not-found'],
    ['the wrong method', () => new Request('http://site.example/v1/search/docs'), 405, 'method-not-allowed'],
    [
      'a form',
      () => postSearch('query=x', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      415,
      'unsupported-media-type',
    ],
    [
      'plain text',
      () => postSearch('{"query":"x"}', { headers: { 'content-type': 'text/plain' } }),
      415,
      'unsupported-media-type',
    ],
    [
      'a compressed body',
      () => postSearch('x', { headers: { 'content-encoding': 'gzip' } }),
      415,
      'unsupported-media-type',
    ],
    [
      'a body that says it is too large',
      () => postSearch(undefined, { headers: { 'content-length': '65537' } }),
      413,
      'too-large',
    ],
    [
      'bytes that are not UTF-8',
      () =>
        new Request('http://site.example/v1/search/docs', {
          method: 'POST',
          body: new Uint8Array([0x22, 0xff, 0x22]),
          headers: { 'content-type': 'application/json' },
        }),
      400,
      'invalid-request',
    ],
    [
      'the page of a foreign origin',
      () => postSearch(undefined, { headers: { origin: 'https://evil.example' } }),
      403,
      'forbidden',
    ],
    [
      'a page without an origin of its own',
      () => postSearch(undefined, { headers: { origin: 'null' } }),
      403,
      'forbidden',
    ],
  ];
  for (const [title, request, status, code] of refused) {
    it(`refuses ${title}`, async () => {
      const response = await proxyTo(NOWHERE)(request());
      assert.deepEqual([response.status, (await response.json()).code], [status, code]);
    });
  }

  it('tells the method that is right', async () => {
    const response = await proxyTo(NOWHERE)(new Request('http://site.example/v1/search/docs'));
    assert.equal(response.headers.get('allow'), 'POST, OPTIONS');
  });

  it('stops reading a body at the limit', async () => {
    let pulled = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(16_384));
      },
      cancel() {
        cancelled = true;
      },
    });
    const request = new Request('http://site.example/v1/search/docs', {
      method: 'POST',
      body: endless,
      headers: { 'content-type': 'application/json' },
      duplex: 'half',
    } as RequestInit);
    const response = await proxyTo(NOWHERE)(request);
    assert.equal(response.status, 413);
    assert.equal(cancelled, true);
    assert.ok(pulled <= 8, `${pulled} pieces read`);
  });

  it('takes tighter limits', async () => {
    const proxy = proxyTo(NOWHERE, { limits: { bodyBytes: 10, pageSize: 3 } });
    assert.equal((await proxy(postSearch({ query: 'install' }))).status, 413);
    const small = proxyTo(NOWHERE, { limits: { pageSize: 3 } });
    assert.equal((await (await small(postSearch({ query: 'x', pageSize: 4 }))).json()).field, 'pageSize');
  });
});

describe('the project endpoints', () => {
  const jobs = () => new Request('http://site.example/v1/agent/p1/jobs');

  it('do not exist without the authorize hook', async () => {
    assert.equal((await proxyTo(NOWHERE)(jobs())).status, 404);
  });

  it('do not exist without an admin key', async () => {
    const proxy = proxyTo(NOWHERE, { keys: { assistant: ASSISTANT_KEY }, authorize: () => true });
    assert.equal((await proxy(jobs())).status, 404);
  });

  it('are closed to whom the hook turns away', async () => {
    const proxy = proxyTo(NOWHERE, { authorize: async () => false });
    assert.deepEqual((await (await proxy(jobs())).json()).code, 'forbidden');
  });

  it('are closed when the hook fails', async () => {
    const proxy = proxyTo(NOWHERE, {
      authorize: () => {
        throw new Error('session store at 10.0.0.7 is down');
      },
    });
    const response = await proxy(jobs());
    assert.equal(response.status, 500);
    assert.doesNotMatch(await response.text(), /10\.0/);
  });

  it('take no identifier that would change the path', async () => {
    const proxy = proxyTo(NOWHERE, { authorize: () => true });
    for (const id of ['%2e%2e', '..%2fkeys', 'a%2fb', 'a%00', '']) {
      const response = await proxy(new Request(`http://site.example/v1/agent/p1/job/${id}`));
      assert.equal(response.status, 404, id);
    }
  });
});

describe('a path to be mounted below', () => {
  it('is cut off before the API path', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const proxy = proxyTo(upstream.url, { basePath: '/api/docs/' });
    assert.equal((await proxy(post('/api/docs/v1/search/docs', { query: 'x' }))).status, 200);
    assert.equal(upstream.received[0]!.url, '/v1/search/docs');
    assert.equal((await proxy(post('/v1/search/docs', { query: 'x' }))).status, 404);
    assert.equal((await proxy(post('/api/docsv1/search/docs', { query: 'x' }))).status, 404);
  });
});

describe('the proxy', () => {
  it('is made of nothing but itself and the web platform', async () => {
    const { metafile } = await build({
      entryPoints: [fileURLToPath(new URL('../../src/proxy.ts', import.meta.url))],
      bundle: true,
      packages: 'external',
      platform: 'neutral',
      metafile: true,
      write: false,
    });
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
    assert.deepEqual(imports, []);
    assert.ok(Object.keys(metafile.inputs).length > 10);
  });
});

describe('options that could only fail later', () => {
  const good = { upstream: NOWHERE, keys: { assistant: 'k' }, domains: ['docs'] };
  const wrong = {
    'an upstream that is no address': { ...good, upstream: 'docs.example.com' },
    'an upstream with user info': { ...good, upstream: 'https://user:pass@docs.example.com' },
    'no domain': { ...good, domains: [] },
    'an empty key': { ...good, keys: { assistant: '' } },
    'a key with a line break': { ...good, keys: { assistant: 'k\nx' } },
    'a limit that is no number': { ...good, siteLimits: { messagesPerDay: NaN } },
    'a negative time': { ...good, timeouts: { idle: -1 } },
    'comments without a pause': { ...good, keepAlive: 0 },
    'a header field that cannot be': { ...good, allowedHeaders: ['x y'] },
    'an origin with a path': { ...good, origins: ['https://docs.example.com/'] },
  };
  for (const [title, options] of Object.entries(wrong)) {
    it(`are refused at once: ${title}`, () => {
      assert.throws(() => createProxy(options), TypeError);
    });
  }
});
