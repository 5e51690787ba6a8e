import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import * as fc from 'fast-check';
import { DocsClient, RequestFailure, type AssistantRequest, type SearchRequest } from '../../src/client.ts';
import { serveHandler, type RunningServer } from '../../src/node.ts';
import { createProxy, type ProxyOptions } from '../../src/proxy.ts';
import { PLATFORM_ADMIN_KEY, PLATFORM_KEY, startPlatform, type Platform } from '../support/platform.ts';
import { post, postMessage, question } from './requests.ts';
import { sendJson, startUpstream } from './upstream.ts';

/** What only the hosted platform knows, through the proxy. */

const RUNS = { numRuns: Number(process.env['TEST_RUNS'] ?? 60) };

let platform: Platform;
let proxy: RunningServer;
let client: DocsClient;

const createPlatformProxy = (options: Partial<ProxyOptions> = {}) =>
  createProxy({
    upstream: platform.url,
    keys: { assistant: PLATFORM_KEY },
    domains: ['docs'],
    visitorLimits: false,
    siteLimits: false,
    languages: 'any',
    ...options,
  });

before(async () => {
  platform = await startPlatform();
  proxy = await serveHandler(createPlatformProxy(), { closeWithin: 0 });
  client = new DocsClient({ endpoint: proxy.url, domain: 'docs' });
});

beforeEach(() => {
  platform.received.length = 0;
});

after(async () => {
  await proxy.close();
  await platform[Symbol.asyncDispose]();
});

async function ask(request: AssistantRequest): Promise<Record<string, unknown>> {
  for await (const _ of client.answer(request));
  return platform.received.at(-1)!.body!;
}

const name = fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme-ascii' });
const path = fc.webPath({ size: 'small' }).map((written) => `/${written.slice(1, 200)}`);
const FILTER = { version: name, language: name, groups: fc.array(name, { minLength: 1, maxLength: 3 }) };
const optional = <T extends object>(fields: { [Name in keyof T]: fc.Arbitrary<T[Name]> }) =>
  fc.record(fields, { requiredKeys: [] });
const filterOf = <T extends object>(fields: { [Name in keyof T]: fc.Arbitrary<T[Name]> }) =>
  optional(fields).filter((filter) => Object.keys(filter).length > 0);
const context = fc.array(
  fc.record(
    {
      type: fc.constantFrom('code' as const, 'textSelection' as const),
      value: fc.string({ minLength: 1 }),
      path,
      elementId: name,
    },
    { requiredKeys: ['type', 'value'] },
  ),
  { minLength: 1, maxLength: 5 },
);

describe('every optional field', () => {
  it('of a question reaches the platform as it was sent', async () => {
    const fields = optional({
      retrievalPageSize: fc.integer({ min: 1, max: 50 }),
      currentPath: path,
      context,
      filter: filterOf(FILTER),
    });
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        const request = { ...(question as AssistantRequest), ...given };
        const { messages, ...rest } = await ask(request);
        const { messages: _, ...sent } = request;
        assert.deepEqual(rest, JSON.parse(JSON.stringify(sent)));
        const [{ id, role, parts }] = question.messages as [AssistantRequest['messages'][number]];
        assert.deepEqual(messages, [{ id, role, parts }]);
      }),
      RUNS,
    );
  });

  it('of a search reaches the platform as it was sent', async () => {
    const fields = optional({
      pageSize: fc.integer({ min: 1, max: 50 }),
      scoreThreshold: fc.double({ min: 0, max: 1, noNaN: true }).map((score) => score + 0),
      filter: filterOf({ ...FILTER, tag: name }),
    });
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        const request = { query: 'install', ...given } as SearchRequest;
        await client.search(request);
        assert.deepEqual(platform.received.at(-1)!.body, JSON.parse(JSON.stringify(request)));
      }),
      RUNS,
    );
  });

  it('has a limit, whose refusal names it', async () => {
    const handler = createPlatformProxy();
    const long = 'a'.repeat(201);
    const wrong: [field: string, sent: object][] = [
      ['currentPath', { currentPath: long }],
      ['context', { context: Array.from({ length: 11 }, () => ({ type: 'code', value: 'a' })) }],
      ['context[0].type', { context: [{ type: 'picture', value: 'a' }] }],
      ['context[0].value', { context: [{ type: 'code', value: 'a'.repeat(8001) }] }],
      ['context[0].path', { context: [{ type: 'code', value: 'a', path: long }] }],
      ['filter.groups', { filter: { groups: Array.from({ length: 51 }, String) } }],
      ['filter.groups[0]', { filter: { groups: ['a'.repeat(65)] } }],
      ['filter.tag', { filter: { tag: 'a'.repeat(65) } }],
    ];
    for (const [field, sent] of wrong) {
      const response = await handler(postMessage({ ...question, ...sent }));
      const body = (await response.json()) as Record<string, unknown>;
      assert.deepEqual([response.status, body.code, body.field], [400, 'invalid-request', field]);
    }
    for (const scoreThreshold of [-0.1, 1.1, '1', Number.NaN]) {
      const response = await handler(post('/v1/search/docs', { query: 'a', scoreThreshold }));
      assert.equal(response.status, scoreThreshold !== scoreThreshold ? 200 : 400);
    }
    const [only] = platform.received;
    assert.deepEqual(only?.body, { query: 'a' });
  });
});

describe('the page of a question', () => {
  const FULL = 'https://docs.example/guides/x?q=secret#a';
  const sent = async (
    headers: Record<string, string>,
    more: object = {},
    options: Partial<ProxyOptions> = {},
  ) => {
    const origins = ['https://docs.example'];
    await createPlatformProxy({ origins, ...options })(postMessage({ ...question, ...more }, { headers }));
    return platform.received.at(-1)!.body!['currentPath'];
  };

  it('is the path that its browser names, without query and fragment', async () => {
    assert.equal(await sent({ referer: FULL }), '/guides/x');
    assert.equal(await sent({ referer: FULL, origin: 'https://docs.example' }), '/guides/x');
  });

  it('is the one that the question names', async () => {
    assert.equal(await sent({ referer: FULL }, { currentPath: '/b' }), '/b');
  });

  it('is not sent where there is none, or where the operator says so', async () => {
    const others = [
      ...['https://docs.example/', 'about:blank', 'file:///a/b', 'no address', ''],
      `https://docs.example/${'a'.repeat(200)}`,
    ];
    for (const referer of others) assert.equal(await sent({ referer }), undefined, referer);
    assert.equal(await sent({}), undefined);
    const other = { referer: 'https://other.example/a', origin: 'https://docs.example' };
    assert.equal(await sent(other), undefined);
    assert.equal(await sent({ referer: FULL }, {}, { pagePath: false }), undefined);
  });

  it('is not sent in version 1', async () => {
    assert.equal(await sent({ referer: FULL }, {}, { apiVersion: 'v1' }), undefined);
  });
});

describe('the language of a page', () => {
  const sent = async (language: string, options: Partial<ProxyOptions>, filter: object = {}) => {
    const keys = { assistant: PLATFORM_KEY };
    const handler = createProxy({ upstream: platform.url, keys, domains: ['docs'], ...options });
    const asked = { filter: { language, ...filter } };
    await handler(post('/v1/search/docs', { query: 'a', ...asked }));
    await handler(postMessage({ ...question, ...asked }));
    const [search, message] = platform.received.splice(0).map(({ body }) => body!['filter']);
    assert.deepEqual(search, message);
    return search;
  };

  it('is not sent to the platform, where a site in one language would find nothing', async () => {
    const told: string[] = [];
    const unset = { onLanguageDropped: (one: string) => void told.push(one) };
    assert.equal(await sent('en', unset), undefined);
    assert.deepEqual(await sent('en', unset, { version: '2' }), { version: '2' });
    assert.deepEqual(told, ['en', 'en'], 'once by each proxy');
  });

  it('is sent where the operator names it, in the code of the site', async () => {
    const languages = ['en', 'pt-BR', 'zh'];
    for (const [page, own] of [
      ['en', 'en'],
      ['en-GB', 'en'],
      ['EN', 'en'],
      ['pt', 'pt-BR'],
      ['zh-Hans', 'zh'],
    ] as const)
      assert.deepEqual(await sent(page, { languages }), { language: own });
    assert.equal(await sent('fr', { languages }), undefined);
    assert.equal(await sent('en', { languages: [] }), undefined);
    assert.deepEqual(await sent('fr', { languages: 'any' }), { language: 'fr' });
  });

  it('is sent to other servers, which know their languages', async () => {
    await using upstream = await startUpstream(sendJson([]));
    await createProxy({ upstream: upstream.url, keys: { assistant: 'own-key' }, domains: ['docs'] })(
      post('/v1/search/docs', { query: 'a', filter: { language: 'fr' } }),
    );
    assert.deepEqual(JSON.parse(upstream.received[0]!.body), { query: 'a', filter: { language: 'fr' } });
  });
});

describe('quotes that a question begins with', () => {
  const asked = (text: string): AssistantRequest => ({
    fp: 'visitor-1',
    messages: [{ id: 'm1', role: 'user', content: text, parts: [{ type: 'text', text }] }],
    currentPath: '/guides/x',
  });
  const wordsOf = (body: Record<string, unknown>) =>
    (body['messages'] as { parts: { text: string }[] }[]).map(({ parts }) => parts[0]!.text);

  it('are the context of the platform, and no longer in its text', async () => {
    const body = await ask(asked('> Run it\n> twice.\n\n```sh\nnpm i\n```\n\nWhy does this fail?'));
    assert.deepEqual(wordsOf(body), ['Why does this fail?']);
    assert.deepEqual(body['context'], [
      { type: 'textSelection', value: 'Run it\ntwice.', path: '/guides/x' },
      { type: 'code', value: 'npm i', path: '/guides/x' },
    ]);
  });

  it('stay in the text where they are all of it, and where they are too many', async () => {
    const alone = '> Run it\n';
    assert.deepEqual(wordsOf(await ask(asked(alone))), [alone]);
    const many = `${'> a\n\n'.repeat(11)}Why?`;
    const body = await ask(asked(many));
    assert.deepEqual(wordsOf(body), [many]);
    assert.equal(body['context'], undefined);
  });

  it('stay in earlier messages', async () => {
    const messages = [...asked('> a\n\nWhy?').messages, ...asked('And b?').messages];
    const body = await ask({ fp: 'visitor-1', messages });
    assert.deepEqual(wordsOf(body), ['> a\n\nWhy?', 'And b?']);
  });
});

describe('an upstream that knows the contract alone', () => {
  const REPLY = '0:"Yes."\nd:{"finishReason":"stop"}\n';
  const full = {
    ...question,
    currentPath: '/a',
    context: [{ type: 'code', value: 'a' }],
    filter: { version: '1', language: 'en', groups: ['b'] },
    retrievalPageSize: 3,
  };
  /** Answers questions to version 1, others as the test says; whatever the contract lacks is refused. */
  const startContract = (refuse: Parameters<typeof startUpstream>[0]) =>
    startUpstream((response, request) => {
      if (!request.url.startsWith('/v1/assistant/')) return refuse(response, request);
      const { filter = {}, ...rest } = JSON.parse(request.body) as Record<string, object>;
      const known = ['fp', 'messages', 'threadId', 'retrievalPageSize', 'version', 'language'];
      if (Object.keys({ ...rest, ...filter }).some((field) => !known.includes(field)))
        return sendJson({ error: 'unknown field' }, 400)(response);
      response.writeHead(200, { 'content-type': 'text/plain' }).end(REPLY);
    });

  for (const [title, refuse] of [
    ['404', sendJson({ error: 'no' }, 404)],
    ['405', sendJson({ error: 'no' }, 405)],
    ['501', sendJson({ error: 'no' }, 501)],
    ['a page', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
  ] as [string, Parameters<typeof startUpstream>[0]][]) {
    it(`is asked in version 1 from the first question on, when version 2 is ${title}, which is said once`, async () => {
      await using upstream = await startContract(refuse);
      let said = 0;
      const handler = createPlatformProxy({ upstream: upstream.url, onVersionFallback: () => said++ });
      for (let index = 0; index < 3; index++) {
        const response = await handler(postMessage(full));
        assert.equal(await response.text(), REPLY);
      }
      const versions = upstream.received.map(({ url }) => url.slice(1, 3));
      assert.deepEqual(versions, ['v2', 'v1', 'v1', 'v1']);
      assert.equal(said, 1);
      const { messages: _, ...rest } = JSON.parse(upstream.received.at(-1)!.body);
      assert.deepEqual(rest, {
        fp: full.fp,
        retrievalPageSize: 3,
        filter: { version: '1', language: 'en' },
      });
    });
  }

  it('gets the quotes in the text, as before', async () => {
    await using upstream = await startContract(sendJson({ error: 'no' }, 404));
    const handler = createPlatformProxy({ upstream: upstream.url });
    const text = '> Run it\n\nWhy?';
    await handler(postMessage({ fp: 'a', messages: [{ id: '1', role: 'user', content: text }] }));
    const { messages } = JSON.parse(upstream.received.at(-1)!.body);
    assert.equal(messages[0].content, text);
  });

  it('gets nothing in a search that the contract lacks, when version 1 is chosen', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const handler = createPlatformProxy({ upstream: upstream.url, apiVersion: 'v1' });
    const filter = { version: '1', tag: 'a', groups: ['b'] };
    await handler(post('/v1/search/docs', { query: 'a', pageSize: 2, scoreThreshold: 0.5, filter }));
    await handler(post('/v1/search/docs', { query: 'a', filter: { tag: 'a' } }));
    assert.deepEqual(
      upstream.received.map(({ body }) => JSON.parse(body)),
      [{ query: 'a', pageSize: 2, filter: { version: '1' } }, { query: 'a' }],
    );
  });
});

describe('an upstream that knows both versions', () => {
  it('keeps version 2 when a thread is not found', async () => {
    let said = 0;
    const handler = createPlatformProxy({ onVersionFallback: () => said++ });
    const lost = { ...question, threadId: 'lost', threadKey: 'lost' };
    const response = await handler(postMessage(lost));
    assert.equal(((await response.json()) as { code: string }).code, 'thread-not-found');
    await handler(postMessage());
    await handler(postMessage(lost));
    const versions = platform.received.map(({ path: sent }) => sent.slice('/discovery/'.length).slice(0, 2));
    assert.deepEqual(versions, ['v2', 'v1', 'v2', 'v2']);
    assert.equal(said, 0);
  });
});

describe('the agent, previews and pages of the platform', () => {
  const projectProxy = (options: Partial<ProxyOptions> = {}) =>
    createPlatformProxy({
      keys: { assistant: PLATFORM_KEY, admin: PLATFORM_ADMIN_KEY },
      adminUpstream: platform.adminUrl,
      authorize: () => true,
      ...options,
    });
  const through = async (options: Partial<ProxyOptions>, act: (client: DocsClient) => Promise<unknown>) => {
    const server = await serveHandler(projectProxy(options), { closeWithin: 0 });
    try {
      return await act(new DocsClient({ endpoint: server.url, domain: 'docs', projectId: 'p1' }));
    } finally {
      await server.close();
    }
  };

  it('are called with the key that they take', async () => {
    await through({}, async (visitor) => {
      const { id } = await visitor.startAgent('Describe retries.');
      await visitor.messageAgent(id, 'With a table.');
      await visitor.getAgent(id);
      await visitor.startPreview('docs/retries');
      await visitor.readPage('quickstart');
    });
    assert.deepEqual(
      platform.received.map(({ method, path: sent, body, authorization }) => [
        `${method} ${sent}`,
        body,
        authorization,
      ]),
      [
        ['POST /v2/agent/p1/job', { prompt: 'Describe retries.' }, `Bearer ${PLATFORM_ADMIN_KEY}`],
        ['POST /v2/agent/p1/job/j1/message', { prompt: 'With a table.' }, `Bearer ${PLATFORM_ADMIN_KEY}`],
        ['GET /v2/agent/p1/job/j1', null, `Bearer ${PLATFORM_ADMIN_KEY}`],
        ['POST /v1/project/preview/p1', { branch: 'docs/retries' }, `Bearer ${PLATFORM_ADMIN_KEY}`],
        ['POST /discovery/v1/page/docs', { path: 'quickstart' }, `Bearer ${PLATFORM_KEY}`],
      ],
    );
  });

  it('are asked about as what they are, and refused', async () => {
    const asked: unknown[] = [];
    const handler = projectProxy({ authorize: (_, call) => asked.push(call) === 0 });
    for (const [sent, body] of [
      ['/v2/agent/p1/job', { prompt: 'a' }],
      ['/v2/agent/p1/job/j1/message', { prompt: 'a' }],
      ['/v1/project/preview/p1', { branch: 'a' }],
    ] as const)
      assert.equal((await handler(post(sent, body))).status, 403);
    assert.deepEqual(asked, [
      { operation: 'agent', projectId: 'p1' },
      { operation: 'agent-message', projectId: 'p1', id: 'j1' },
      { operation: 'preview', projectId: 'p1' },
    ]);
    assert.equal(platform.received.length, 0);
  });

  it('have limits, whose refusals name them', async () => {
    const handler = projectProxy();
    const wrong: [path: string, field: string, sent: object][] = [
      ['/v2/agent/p1/job', 'prompt', {}],
      ['/v2/agent/p1/job', 'prompt', { prompt: ' ' }],
      ['/v2/agent/p1/job', 'prompt', { prompt: 'a'.repeat(10_001) }],
      ['/v2/agent/p1/job/j1/message', 'prompt', { prompt: 1 }],
      ['/v1/project/preview/p1', 'branch', { branch: '' }],
      ['/v1/project/preview/p1', 'branch', { branch: 'a'.repeat(256) }],
      ...['a b', 'a..b', '-a', '/a', 'a/', 'a~1', 'a\n', 'a.', '@{a'].map(
        (branch): [string, string, object] => ['/v1/project/preview/p1', 'branch', { branch }],
      ),
      ['/v1/page/docs', 'path', { path: 'a'.repeat(1025) }],
      ['/v1/page/docs', 'groups[0]', { path: 'a', groups: ['a'.repeat(65)] }],
    ];
    for (const [sent, field, body] of wrong) {
      const response = await handler(post(sent, body));
      const refusal = (await response.json()) as Record<string, unknown>;
      assert.deepEqual([response.status, refusal.code, refusal.field], [400, 'invalid-request', field]);
    }
    const large = await handler(post('/v2/agent/p1/job', { prompt: 'a', more: 'a'.repeat(65_536) }));
    assert.equal(large.status, 413);
    assert.equal(platform.received.length, 0);
  });

  it('lose what is not theirs', async () => {
    const handler = projectProxy();
    await handler(post('/v1/page/docs', { path: 'quickstart', groups: ['b'], key: 'a' }));
    await handler(post('/v1/project/preview/p1', { branch: 'a', force: true }));
    assert.deepEqual(
      platform.received.map(({ body }) => body),
      [{ path: 'quickstart', groups: ['b'] }, { branch: 'a' }],
    );
  });

  it('count pages as searches of the visitor', async () => {
    const handler = createPlatformProxy({ siteLimits: { searchesPerMinute: 2 } });
    const statuses: number[] = [];
    for (let index = 0; index < 3; index++)
      statuses.push((await handler(post('/v1/page/docs', { path: 'quickstart' }))).status);
    assert.deepEqual(statuses, [200, 200, 429]);
  });

  it('are not there for version 1, which has none of them', async () => {
    const handler = projectProxy({ apiVersion: 'v1' });
    for (const [sent, body] of [
      ['/v2/agent/p1/job', { prompt: 'a' }],
      ['/v1/project/preview/p1', { branch: 'a' }],
      ['/v1/page/docs', { path: 'quickstart' }],
    ] as const)
      assert.equal((await handler(post(sent, body))).status, 404);
    assert.equal(platform.received.length, 0);
  });

  it('are not found where the upstream knows none', async () => {
    await using upstream = await startUpstream(sendJson({ message: 'no' }, 404));
    const options = { upstream: upstream.url, adminUpstream: upstream.url };
    for (const act of [
      (visitor: DocsClient) => visitor.startAgent('a'),
      (visitor: DocsClient) => visitor.startPreview('a'),
      (visitor: DocsClient) => visitor.readPage('a'),
    ])
      await assert.rejects(
        through(options, act),
        (error) => error instanceof RequestFailure && error.status === 404,
      );
  });
});
