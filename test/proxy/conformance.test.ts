import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  DocsClient,
  RequestFailure,
  type AnswerEvent,
  type AssistantRequest,
  type SearchRequest,
} from '../../src/client.ts';
import { serveHandler, type RunningServer } from '../../src/node.ts';
import { createProxy, type ProxyOptions } from '../../src/proxy.ts';
import {
  ADMIN_KEY,
  ASSISTANT_KEY,
  collect,
  ENGLISH,
  find,
  question,
  startService,
  textOf,
  type RunningService,
} from '../service/http-service.ts';
import { startUpstream } from './upstream.ts';

/** The same call, with the key to the service itself and without one through the proxy: nobody must see a difference. */

let service: RunningService;
let proxy: RunningServer;
let direct: DocsClient;
let proxied: DocsClient;

/** A proxy over HTTP in front of the service. */
function serveProxy(options: Partial<ProxyOptions> = {}): Promise<RunningServer> {
  const handler = createProxy({
    upstream: service.url,
    keys: { assistant: ASSISTANT_KEY, admin: ADMIN_KEY },
    domains: ['lighthouse'],
    authorize: () => true,
    visitorLimits: false,
    siteLimits: false,
    ...options,
  });
  return serveHandler(handler, { closeWithin: 1000 });
}

before(async () => {
  service = await startService();
  await service.service.ready;
  proxy = await serveProxy();
  direct = service.client;
  proxied = new DocsClient({ endpoint: proxy.url, domain: 'lighthouse', projectId: 'project-1' });
});

after(async () => {
  await proxy.close();
  await service[Symbol.asyncDispose]();
});

/** What is of this one reply: ids, and times. */
function withoutIdentity(events: readonly AnswerEvent[]): string {
  const thread = find(events, 'thread')?.threadId ?? 'no thread';
  return JSON.stringify(events)
    .replaceAll(thread, 'THREAD')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'ID');
}

async function failureOf(call: Promise<unknown>): Promise<Partial<RequestFailure>> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof RequestFailure);
    const { code, status, serverCode, retryable, retryAfter } = error;
    return {
      code,
      retryable,
      ...(status && { status }),
      ...(serverCode && { serverCode }),
      ...(retryAfter !== undefined && { retryAfter }),
    };
  }
  assert.fail('The call did not fail.');
}

describe('through the proxy', () => {
  const questions: [title: string, request: AssistantRequest][] = [
    ['an answer', question('How are redirects written?')],
    [
      'an answer in another language',
      question('Wie installiere ich es?', { filter: { version: 'v2', language: 'de' } }),
    ],
    ['an answer from more sections', question('How do I install it?', { retrievalPageSize: 20 })],
    ['an answer that says that there is none', question('Who painted the Mona Lisa?')],
    [
      'a conversation',
      {
        ...question('And how is it installed?'),
        messages: [
          ...question('What is compression?').messages,
          {
            id: 'm2',
            role: 'assistant',
            content: 'A way to send less.',
            parts: [{ type: 'text', text: 'A way to send less.' }],
          },
          ...question('And how is it installed?').messages,
        ],
      },
    ],
  ];
  for (const [title, request] of questions) {
    it(`${title} is the same`, async () => {
      const expected = await collect(direct.answer(request));
      const actual = await collect(proxied.answer(request));
      assert.ok(textOf(actual).length > 0);
      assert.equal(actual.at(-1)!.type, 'end');
      assert.equal(withoutIdentity(actual), withoutIdentity(expected));
    });
  }

  it('an answer to the second version of a question is the same', async () => {
    // The service has one path for both.
    const asFirst: typeof fetch = (input, init) =>
      fetch(new Request(input, init).url.replace('/v2/', '/v1/'), init);
    const second = await serveProxy({ apiVersion: 'v2', fetch: asFirst });
    const client = new DocsClient({ endpoint: second.url, domain: 'lighthouse' });
    const request = question('How are redirects written?');
    const expected = await collect(direct.answer(request));
    assert.equal(withoutIdentity(await collect(client.answer(request))), withoutIdentity(expected));
    await second.close();
  });

  it('an answer in the older format is the same', async () => {
    const read = async (url: string, headers: Record<string, string>) => {
      const response = await fetch(`${url}/v1/assistant/lighthouse/message`, {
        method: 'POST',
        body: JSON.stringify(question('How are redirects written?')),
        headers: { 'content-type': 'application/json', accept: 'text/plain', ...headers },
      });
      const thread = response.headers.get('x-thread-id')!;
      const text = (await response.text())
        .replaceAll(thread, 'THREAD')
        .replaceAll(/"messageId":"[^"]+"/g, '');
      return [response.status, response.headers.get('content-type'), text];
    };
    assert.deepEqual(
      await read(proxy.url, {}),
      await read(service.url, { authorization: `Bearer ${ASSISTANT_KEY}` }),
    );
  });

  const searches: [title: string, request: SearchRequest][] = [
    ['a search', { query: 'compression', filter: ENGLISH }],
    ['a search of one page', { query: 'install', pageSize: 1 }],
    ['a search that finds nothing', { query: 'zzzzqqqq' }],
  ];
  for (const [title, request] of searches) {
    it(`${title} is the same`, async () => {
      assert.deepEqual(await proxied.search(request), await direct.search(request));
    });
  }

  it('a thread goes on', async () => {
    const first = await collect(proxied.answer(question('How are redirects written?')));
    const { threadId } = find(first, 'thread')!;
    const next = await collect(proxied.answer(question('And where is that file?', { threadId: threadId! })));
    assert.equal(find(next, 'thread')!.threadId, threadId);
    const afterwards = await collect(direct.answer(question('And then?', { threadId: threadId! })));
    assert.equal(
      find(afterwards, 'thread')!.threadId,
      threadId,
      'it is one and the same thread of the service',
    );
  });
});

describe('an upstream that breaks off', () => {
  async function ask(type: string, begun: string): Promise<AnswerEvent[]> {
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': type }).write(begun, () => response.destroy());
    });
    const front = await serveProxy({ upstream: upstream.url });
    const events: AnswerEvent[] = [];
    const client = new DocsClient({ endpoint: front.url, domain: 'lighthouse' });
    try {
      for await (const batch of client.answer(question('Hello?'))) events.push(...batch);
    } finally {
      assert.equal(textOf(events), 'Half');
      await front.close();
    }
    return events;
  }

  const streams: [type: string, begun: string][] = [
    ['text/event-stream', 'data: {"type":"text-delta","id":"1","delta":"Half"}\n\n'],
    ['text/plain', '0:"Half"\n'],
  ];
  for (const [type, begun] of streams) {
    it(`leaves the client without an end mark in ${type}`, async () => {
      assert.equal(find(await ask(type, begun), 'end'), undefined);
    });
  }

  it('breaks the connection to the client where there are no end marks', async () => {
    await assert.rejects(ask('text/plain', 'Half'), { code: 'network' });
  });
});

describe('a failure told through the proxy', () => {
  const calls: [title: string, call: (client: DocsClient) => Promise<unknown>][] = [
    [
      'of a thread that is not known',
      (client) => collect(client.answer(question('Hello?', { threadId: 'gone' }))),
    ],
    ['of a question without text', (client) => collect(client.answer(question(' ')))],
    ['of a question without messages', (client) => collect(client.answer({ fp: 'visitor-1', messages: [] }))],
    ['of a search without words', (client) => client.search({ query: '' })],
    ['of a page that is too large', (client) => client.search({ query: 'x', pageSize: 51 })],
    ['of a body that is too large', (client) => client.search({ query: 'x'.repeat(300_000) })],
  ];
  for (const [title, call] of calls) {
    it(`${title} is the same`, async () => {
      const expected = await failureOf(call(direct));
      assert.ok(expected.serverCode);
      assert.deepEqual(await failureOf(call(proxied)), expected);
    });
  }

  it('of a domain that is not known is the same', async () => {
    const at = (endpoint: string, headers = {}) =>
      failureOf(new DocsClient({ endpoint, domain: 'other', headers }).search({ query: 'x' }));
    assert.deepEqual(
      await at(proxy.url),
      await at(service.url, { authorization: `Bearer ${ASSISTANT_KEY}` }),
    );
  });

  it('of a project endpoint is the same', async () => {
    const admin = new DocsClient({
      endpoint: service.url,
      projectId: 'project-1',
      headers: { authorization: `Bearer ${ADMIN_KEY}` },
    });
    assert.deepEqual(await failureOf(proxied.getJob('none')), await failureOf(admin.getJob('none')));
  });

  it('of a wrong key says nothing of keys', async () => {
    const broken = await serveProxy({ keys: { assistant: 'wrong-key' } });
    const client = new DocsClient({ endpoint: broken.url, domain: 'lighthouse' });
    assert.deepEqual(await failureOf(client.search({ query: 'x' })), {
      code: 'http',
      retryable: true,
      status: 502,
      serverCode: 'upstream-failed',
    });
    await broken.close();
  });

  it('of a limit of the service carries how long to wait', async () => {
    await using limited = await startService({ rateLimits: { perKeyAndMonth: 0 } });
    const front = await serveProxy({ upstream: limited.url });
    const client = new DocsClient({ endpoint: front.url, domain: 'lighthouse' });
    const expected = await failureOf(collect(limited.client.answer(question('Hello?'))));
    const actual = await failureOf(collect(client.answer(question('Hello?'))));
    assert.deepEqual([actual.status, actual.serverCode], [429, 'rate-limited']);
    // A second may have begun in between.
    assert.ok(Math.abs(actual.retryAfter! - expected.retryAfter!) <= 1);
    await front.close();
  });
});
