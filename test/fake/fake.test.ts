import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  applyEvent,
  createReply,
  DocsClient,
  endReply,
  RequestFailure,
  type Reply,
  type SearchResult,
} from '../../src/client.ts';
import { createFake, type FakeOptions } from '../../src/fake/create-fake.ts';
import { SCENARIOS } from '../../src/fake/scenarios.ts';
import { serveHandler, type RunningServer } from '../../src/node.ts';
import { readReplySources } from '../../src/protocol/reply/reply-links.ts';
import { question } from '../service/http-service.ts';

const FORMATS = { sse: 'text/event-stream', v1: 'text/plain' } as const;
const TIMEOUTS = { firstByte: 10_000, idle: 200, request: 200 };

let server: RunningServer;

before(async () => {
  server = await serveFake();
});

after(async () => {
  await server.close();
});

async function serveFake(options: Partial<FakeOptions> = {}): Promise<RunningServer> {
  const fake = createFake({ origins: ['http://localhost:*'], delay: 0, ...options });
  return serveHandler(fake, { closeWithin: 0 });
}

/** A client whose questions are answered in one of the formats. */
function clientFor(accept: string, url = server.url, headers: Record<string, string> = {}): DocsClient {
  return new DocsClient({
    endpoint: url,
    domain: 'docs',
    projectId: 'docs',
    headers,
    timeouts: TIMEOUTS,
    fetch: (input, init) => {
      const sent = new Headers(init?.headers);
      sent.set('accept', accept);
      return fetch(input, { ...init, headers: sent });
    },
  });
}

/** Everything that the client makes of the answer to a question. */
async function ask(client: DocsClient, text: string, threadId?: string): Promise<Reply> {
  const reply = createReply();
  try {
    for await (const events of client.answer(question(text, { ...(threadId && { threadId }) })))
      for (const event of events) applyEvent(reply, event);
    endReply(reply);
  } catch (error) {
    assert.ok(error instanceof RequestFailure);
    endReply(reply, { failure: error.toJSON() });
  }
  return reply;
}

/** What the client makes of each scenario: state of the answer, and of a failed request its status. */
const OUTCOMES: Readonly<Record<string, readonly [status: string, failure?: number | string]>> = {
  answer: ['done'],
  long: ['done'],
  code: ['done'],
  table: ['done'],
  rtl: ['done'],
  unknown: ['done'],
  empty: ['empty'],
  slow: ['done'],
  silent: ['interrupted'],
  cut: ['interrupted'],
  broken: ['error', 'stream'],
  'rate-limited': ['error', 429],
  unauthorized: ['error', 401],
  forbidden: ['error', 403],
  'not-found': ['error', 404],
  internal: ['error', 500],
  unavailable: ['error', 503],
  html: ['error', 'bad-content'],
};

it('has an outcome for every scenario', () => {
  assert.deepEqual(
    Object.keys(OUTCOMES),
    SCENARIOS.map(({ name }) => name),
  );
});

for (const [format, accept] of Object.entries(FORMATS)) {
  describe(`scenarios in the format ${format}`, () => {
    for (const [name, [status, failure]] of Object.entries(OUTCOMES)) {
      it(`${name}: the client ends with ${status} ${failure ?? ''}`, async () => {
        const reply = await ask(clientFor(accept), `An answer: ${name}, please.`);
        assert.equal(reply.status, status);
        if (failure !== undefined) assert.equal(reply.error?.status ?? reply.error?.code, failure);
        if (reply.error === null || reply.error.code === 'stream') assert.equal(reply.format, format);
      });
    }

    it('says in the metadata of an answer that it is a fake', async () => {
      const { metadata, annotations } = await ask(clientFor(accept), 'hello');
      assert.deepEqual(metadata ?? annotations[0], {
        fake: true,
        certainty: 'high',
        ...(metadata && threadOf(metadata)),
      });
    });

    it('answers with sources, and skips nothing on the way', async () => {
      const reply = await ask(clientFor(accept), 'hello');
      assert.equal(reply.warningCount, 0);
      assert.match(reply.text, /^This is a scripted answer/);
      assert.equal(readReplySources(reply)[0]!.title, 'Getting started');
    });

    it('goes on with a thread', async () => {
      const { threadId } = await ask(clientFor(accept), 'hello');
      assert.ok(threadId);
      assert.equal((await ask(clientFor(accept), 'and then', threadId)).threadId, threadId);
    });
  });
}

const threadOf = ({ threadId }: Record<string, unknown>) => ({ threadId });

describe('a fake', () => {
  it('names the seconds to wait of a limit', async () => {
    assert.equal((await ask(clientFor(FORMATS.sse), 'rate-limited')).error?.retryAfter, 10);
  });

  it('takes the scenario from a header, then from the text, then from its options', async () => {
    await using other = await disposable(serveFake({ scenario: 'unknown' }));
    const textOf = async (text: string, headers?: Record<string, string>) =>
      (await ask(clientFor(FORMATS.sse, other.url, headers), text)).text;
    assert.match(await textOf('a table', { 'x-fake-scenario': 'code' }), /```sh/);
    assert.match(await textOf('a table'), /\| Option \|/);
    assert.match(await textOf('hello'), /does not answer/);
  });

  it('finds as many results as are asked for, of the version and language that are asked for', async () => {
    const filter = { version: 'v1', language: 'de' };
    const results = await clientFor('').search({ query: 'install', pageSize: 2, filter });
    const describeResult = ({ path, metadata: { version, language, fake } }: SearchResult) => [
      path,
      version,
      language,
      fake,
    ];
    assert.deepEqual(results.map(describeResult), [
      ['guides/getting-started', 'v1', 'de', true],
      ['guides/configuration', 'v1', 'de', true],
    ]);
  });

  it('finds nothing, or fails, as a search asks', async () => {
    const client = clientFor('');
    assert.deepEqual(await client.search({ query: 'unknown' }), []);
    const failures = { 'rate-limited': 429, cut: 502, html: undefined, silent: undefined };
    for (const [query, status] of Object.entries(failures))
      await assert.rejects(client.search({ query }), (error: RequestFailure) => error.status === status);
  });

  it('has sessions, and an update that moves on by each reading', async () => {
    const client = clientFor('');
    const { allSessions } = await client.listJobs();
    assert.deepEqual(await client.getJob(allSessions[1]!.sessionId), allSessions[1]);
    const { statusId } = await client.startUpdate();
    const states = [];
    for (let reading = 0; reading < 4; reading++) states.push((await client.getUpdate(statusId)).status);
    assert.deepEqual(states, ['queued', 'in_progress', 'success', 'success']);
    assert.equal((await client.getLatestUpdate())?.update?._id, statusId);
    assert.deepEqual(await client.listJobs({ take: 3 }), {
      allSessions: allSessions.slice(0, 3),
      hasMore: true,
    });
  });

  it('requires the keys that it is told to', async () => {
    await using other = await disposable(serveFake({ keys: { assistant: 'one', admin: 'two' } }));
    const withKey = (key: string) => clientFor('', other.url, { authorization: `Bearer ${key}` });
    assert.equal((await withKey('one').search({ query: 'install' })).length, 7);
    await assert.rejects(withKey('two').search({ query: 'install' }), { status: 401 });
    await assert.rejects(withKey('one').listJobs(), { status: 401 });
    assert.equal((await withKey('two').listJobs()).allSessions.length, 4);
  });

  it('says in a header of every answer that it is a fake', async () => {
    const paths = ['/', '/v1/agent/docs/jobs', '/nowhere', '/v1/search/docs'];
    const responses = await Promise.all(paths.map((path) => fetch(server.url + path)));
    assert.deepEqual(
      responses.map(({ status, headers }) => [status, headers.get('x-fake')]),
      [200, 200, 404, 405].map((status) => [status, 'docs-assistant']),
    );
  });

  it('lists its scenarios at its front page', async () => {
    const text = await (await fetch(server.url)).text();
    for (const { name, about } of SCENARIOS) assert.ok(text.includes(`${name.padEnd(12)}  ${about}`));
  });

  it('lets pages on this machine read its answers, below any path, and no others', async () => {
    const call = (origin: string, method: string) =>
      fetch(`${server.url}/docs-api/v1/search/docs`, {
        method,
        headers: { origin, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify({ query: 'install' }) }),
      });
    const own = await call('http://localhost:3000', 'POST');
    assert.equal(own.status, 200);
    assert.equal(own.headers.get('access-control-allow-origin'), 'http://localhost:3000');
    assert.match(own.headers.get('access-control-expose-headers')!, /Retry-After.*x-fake/);
    const preflight = await call('http://localhost:3000', 'OPTIONS');
    assert.match(preflight.headers.get('access-control-allow-headers')!, /content-type.*x-fake-scenario/);
    const other = await call('https://elsewhere.example', 'POST');
    assert.equal(other.status, 403);
    assert.equal(other.headers.get('access-control-allow-origin'), null);
  });

  it('refuses what the API refuses', async () => {
    const response = await fetch(`${server.url}/v1/search/docs`, { method: 'POST', body: '{' });
    assert.deepEqual(
      [response.status, ((await response.json()) as { code: string }).code],
      [415, 'unsupported-media-type'],
    );
  });

  it('lets a piece wait until its delay is over, and ends once its reader has left', async () => {
    await using other = await disposable(serveFake({ delay: 1_000_000_000 }));
    const reader = new AbortController();
    const events = clientFor(FORMATS.sse, other.url).answer(question('hello'), { signal: reader.signal });
    const first = await events.next();
    assert.ok(!first.done);
    reader.abort();
    await assert.rejects(
      async () => {
        for await (const batch of events) assert.ok(batch.every(({ type }) => type !== 'text'));
      },
      { code: 'aborted' },
    );
  });
});

async function disposable(starting: Promise<RunningServer>): Promise<RunningServer & AsyncDisposable> {
  const running = await starting;
  return { ...running, [Symbol.asyncDispose]: () => running.close() };
}
