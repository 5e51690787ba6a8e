import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';

import { DocsClient, RequestFailure, type AnswerEvent, type AssistantRequest } from '../../src/client.ts';
import { toFailure } from '../../src/protocol/failures/failure.ts';
import { applyEvent, createReply, type Reply } from '../../src/protocol/reply/reply.ts';
import { endReply } from '../../src/protocol/reply/reply-content.ts';
import { cutBytes, readRecordings, toRecommended, type Recording } from '../protocol/recordings.ts';
import { sendJson, serve } from './serve.ts';

const REQUEST: AssistantRequest = {
  fp: 'visitor',
  messages: [{ id: 'm', role: 'user', content: 'How?', parts: [{ type: 'text', text: 'How?' }] }],
};
const START = 'data: {"type":"start","messageId":"m"}\n\n';
const HELLO =
  'data: {"type":"text-start","id":"0"}\n\ndata: {"type":"text-delta","id":"0","delta":"Hello"}\n\n';
const FINISH = 'data: {"type":"finish","finishReason":"stop"}\n\n';
const DONE = 'data: [DONE]\n\n';

const recordings = readRecordings();
const find = (name: string): Recording => recordings.find((recording) => recording.name === name)!;

/** Reads a whole answer, and what it ended with. */
async function read(
  events: AsyncIterable<readonly AnswerEvent[]>,
): Promise<{ reply: Reply; failure: RequestFailure | undefined }> {
  const reply = createReply();
  let failure: RequestFailure | undefined;
  try {
    for await (const batch of events) for (const event of batch) applyEvent(reply, event);
  } catch (error) {
    assert.ok(error instanceof RequestFailure);
    failure = error;
  }
  endReply(reply, failure && { failure: toFailure(failure) });
  return { reply, failure };
}

function client(
  endpoint: string,
  options: Partial<ConstructorParameters<typeof DocsClient>[0]> = {},
): DocsClient {
  return new DocsClient({ endpoint, domain: 'acme', ...options });
}

async function failureOf(events: AsyncIterable<unknown>): Promise<RequestFailure> {
  try {
    for await (const _ of events);
  } catch (error) {
    assert.ok(error instanceof RequestFailure);
    return error;
  }
  throw new Error('The answer ended well.');
}

describe('an answer over HTTP', () => {
  for (const recording of recordings.filter(
    ({ scenario }) => !['abort-client', 'disconnect'].includes(scenario),
  )) {
    it(`reaches the state of ${recording.name}`, async (t) => {
      const { endpoint } = await serve(t, async (response) => {
        const { 'transfer-encoding': _, connection: __, ...headers } = recording.headers;
        response.writeHead(recording.status, headers);
        for (const piece of cutBytes(recording.body, 1400))
          if (!response.write(piece)) await once(response, 'drain');
        response.end();
      });
      const { reply, failure } = await read(client(endpoint).answer(REQUEST));
      const { message: _, error, ...recommended } = recording.recommended;
      if (recording.status === 200) {
        assert.deepEqual(toRecommended(reply), { ...recommended, error });
        return;
      }
      assert.equal(reply.status, recommended.status);
      assert.deepEqual([failure?.code, failure?.status], [error!.code, error!.httpStatus]);
      assert.equal(failure?.retryable, error!.retryable);
      assert.equal(failure?.retryAfter, error!.retryAfter === null ? undefined : Number(error!.retryAfter));
      if (error!.message !== null) assert.equal(failure?.message, error!.message);
    });
  }

  it('is sent as the API spells it, without what is not set', async (t) => {
    const { endpoint, requests } = await serve(t, (response) => response.end(START + HELLO + FINISH + DONE));
    const request = { ...REQUEST, threadId: null, filter: null, threadKey: 'k', retrievalPageSize: 3 };
    await read(client(`${endpoint}/docs-api//`, { domain: 'a b/ü' }).answer(request));
    assert.deepEqual(
      requests.map(({ method, url, body }) => ({ method, url, body })),
      [
        {
          method: 'POST',
          url: '/docs-api/v1/assistant/a%20b%2F%C3%BC/message',
          body: { ...REQUEST, threadKey: 'k', retrievalPageSize: 3 },
        },
      ],
    );
    assert.equal(requests[0]?.headers['content-type'], 'application/json');
  });

  it('is told while it comes', async (t) => {
    let response!: ServerResponse;
    const { endpoint } = await serve(t, (opened) => {
      response = opened;
      response.write(START);
    });
    const events = client(endpoint).answer(REQUEST);
    const next = async () => (await events.next()).value?.map((event) => event.type);
    assert.deepEqual(await next(), ['format', 'message']);
    response.write(HELLO);
    assert.deepEqual(await next(), ['text', 'text']);
    response.end(FINISH + DONE);
    assert.deepEqual(await next(), ['finish', 'end', 'end']);
    assert.equal((await events.next()).done, true);
  });

  it('joins a character that is cut between two reads', async (t) => {
    const [first, second] = ['0:"caf\u00c3', '\u00a9"\nd:{"finishReason":"stop"}\n'].map((part) =>
      Buffer.from(part, 'latin1'),
    );
    const { endpoint } = await serve(t, (response) =>
      response.write(first, () => setImmediate(() => response.end(second))),
    );
    assert.equal((await read(client(endpoint).answer(REQUEST))).reply.text, 'café');
  });

  it('takes a thread from the headers, unless the reply tells another', async (t) => {
    const headers = { 'x-thread-id': 'header', 'x-thread-key': 'key' };
    const finish = FINISH.replace('}', ',"threadId":"told"}');
    for (const [wire, threadId] of [
      [FINISH, 'header'],
      [finish, 'told'],
    ] as const) {
      const { endpoint } = await serve(t, (response) =>
        response.writeHead(200, headers).end(START + HELLO + wire),
      );
      const { reply } = await read(client(endpoint).answer(REQUEST));
      assert.deepEqual([reply.threadId, reply.threadKey], [threadId, 'key']);
    }
  });

  it('is read where a body cannot be streamed', async () => {
    const fetch = async () =>
      ({
        ok: true,
        headers: new Headers(),
        body: null,
        text: async () => START + HELLO + FINISH,
      }) as Response;
    assert.equal((await read(client('/api', { fetch }).answer(REQUEST))).reply.text, 'Hello');
  });
});

describe('an answer that breaks', () => {
  it('keeps what came before the connection was lost', async (t) => {
    const { endpoint } = await serve(t, (response) =>
      response.write(START + HELLO, () => response.destroy()),
    );
    const { reply, failure } = await read(client(endpoint).answer(REQUEST));
    assert.deepEqual([failure?.code, failure?.retryable], ['network', true]);
    assert.deepEqual([reply.status, reply.text], ['interrupted', 'Hello']);
  });

  it('uses a last line that is whole but for its end', async (t) => {
    const { endpoint } = await serve(t, (response) =>
      response.write('0:"Hello"\n0:" you"', () => response.destroy()),
    );
    assert.equal((await read(client(endpoint).answer(REQUEST))).reply.text, 'Hello you');
  });

  for (const name of ['ai4/disconnect', 'ai7/disconnect']) {
    it(`reaches the state of ${name}`, async (t) => {
      const recording = find(name);
      const { endpoint } = await serve(t, (response) => {
        response.writeHead(200, { 'content-type': recording.headers['content-type'] });
        response.write(recording.body, () => response.destroy());
      });
      assert.deepEqual(
        toRecommended((await read(client(endpoint).answer(REQUEST))).reply),
        recording.recommended,
      );
    });
  }

  it('is refused when nobody listens', async (t) => {
    const { endpoint } = await serve(t, (response) => response.destroy());
    assert.equal((await failureOf(client(endpoint).answer(REQUEST))).code, 'network');
  });

  it('times out when no answer begins', async (t) => {
    const { endpoint } = await serve(t, () => {});
    const failure = await failureOf(client(endpoint, { timeouts: { firstByte: 20 } }).answer(REQUEST));
    assert.deepEqual([failure.code, failure.retryable], ['timeout', true]);
  });

  it('times out when it stays silent, keeps its text and lets go of the connection', async (t) => {
    let closed!: Promise<unknown>;
    const { endpoint } = await serve(t, (response) => {
      closed = once(response, 'close');
      response.write(START + HELLO);
    });
    const { reply, failure } = await read(client(endpoint, { timeouts: { idle: 500 } }).answer(REQUEST));
    assert.deepEqual([failure?.code, reply.status, reply.text], ['timeout', 'interrupted', 'Hello']);
    await closed;
  });

  it('is refused beyond its limits, and not read to its end', async (t) => {
    for (const limits of [{ line: 1000 }, { body: 1000 }]) {
      let closed!: Promise<unknown>;
      const { endpoint } = await serve(t, (response) => {
        closed = once(response, 'close');
        response.write(START + HELLO, () => response.write(`data: {"type":"${'x'.repeat(2000)}`));
      });
      const { reply } = await read(client(endpoint, { limits }).answer(REQUEST));
      assert.deepEqual([reply.status, reply.error?.code, reply.text], ['error', 'too-large', 'Hello']);
      await closed;
    }
  });

  it('is not a page', async (t) => {
    const { endpoint } = await serve(t, (response) => response.end('<!doctype html><title>Sign in</title>'));
    const { reply } = await read(client(endpoint).answer(REQUEST));
    assert.deepEqual([reply.status, reply.error?.code, reply.text], ['error', 'bad-content', '']);
  });
});

/** A body that a test writes to, and a clock that it sets. */
function openBody(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let stream!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) });
  return {
    answer: read(client('/api', { fetch: async () => new Response(body) }).answer(REQUEST)),
    /** Writes, and lets the client read it. */
    async write(text: string) {
      stream.enqueue(new TextEncoder().encode(text));
      await new Promise(setImmediate);
    },
    close: () => stream.close(),
    pass: (milliseconds: number) => t.mock.timers.tick(milliseconds),
  };
}

describe('the clock of an answer', () => {
  it('starts anew with every byte, also with those of a comment', async (t) => {
    const { answer, write, close, pass } = openBody(t);
    await write(START);
    for (let comments = 0; comments < 5; comments++) {
      pass(59_000);
      await write(': keep-alive\n\n');
    }
    await write(HELLO + FINISH);
    close();
    assert.equal((await answer).reply.status, 'done');
  });

  it('runs out after 60 seconds of silence', async (t) => {
    const { answer, write, pass } = openBody(t);
    await write(START + HELLO);
    pass(60_000);
    const { reply, failure } = await answer;
    assert.deepEqual([failure?.code, reply.status], ['timeout', 'interrupted']);
  });

  it('leaves a server that does not close one second after the end mark', async (t) => {
    const { answer, write, pass } = openBody(t);
    await write(START + HELLO + FINISH + DONE);
    pass(1000);
    const { reply, failure } = await answer;
    assert.deepEqual([failure, reply.status], [undefined, 'done']);
  });

  it('does not run while the caller is busy with what came', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const fetch = async () => new Response(START + HELLO + FINISH);
    const events = client('/api', { fetch }).answer(REQUEST);
    await events.next();
    t.mock.timers.tick(600_000);
    assert.equal((await events.next()).done, true);
  });
});

describe('stopping an answer', () => {
  it('before it is asked sends nothing', async (t) => {
    const { endpoint, requests } = await serve(t, (response) => response.end());
    const failure = await failureOf(client(endpoint).answer(REQUEST, { signal: AbortSignal.abort() }));
    assert.deepEqual([failure.code, requests.length], ['aborted', 0]);
  });

  it('before the first byte fails with aborted, and hangs up', async (t) => {
    const controller = new AbortController();
    let closed!: Promise<unknown>;
    const { endpoint } = await serve(t, (response) => {
      closed = once(response, 'close');
      controller.abort();
    });
    assert.equal((await failureOf(client(endpoint).answer(REQUEST, controller))).code, 'aborted');
    await closed;
  });

  it('in the middle fails with aborted, and hangs up', async (t) => {
    const controller = new AbortController();
    let closed!: Promise<unknown>;
    const { endpoint } = await serve(t, (response) => {
      closed = once(response, 'close');
      response.write(START + HELLO);
    });
    const events = client(endpoint).answer(REQUEST, controller);
    await events.next();
    controller.abort();
    const failure = await failureOf(events);
    assert.deepEqual([failure.code, failure.retryable], ['aborted', false]);
    await closed;
  });

  it('works where fetch leaves the body out of the reach of its signal', async () => {
    const controller = new AbortController();
    let cancelled = false;
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode(START)),
      cancel: () => void (cancelled = true),
    });
    const events = client('/api', { fetch: async () => new Response(body) }).answer(REQUEST, controller);
    await events.next();
    const failure = failureOf(events);
    controller.abort();
    assert.equal((await failure).code, 'aborted');
    assert.equal(cancelled, true);
  });

  it('by leaving the loop hangs up', async (t) => {
    let closed!: Promise<unknown>;
    for (const headers of [{}, { 'x-thread-id': 'T' }]) {
      const { endpoint } = await serve(t, (response) => {
        closed = once(response, 'close');
        response.writeHead(200, headers).write(START);
      });
      for await (const _ of client(endpoint).answer(REQUEST)) break;
      await closed;
    }
  });

  it('leaves no listener behind', async (t) => {
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(signal, given);
    };
    signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, given);
    };
    const { endpoint } = await serve(t, (response) => response.end(START + HELLO + FINISH));
    await read(client(endpoint).answer(REQUEST, { signal }));
    assert.equal(listeners, 0);
  });
});

describe('an answer that the server refuses', () => {
  it('tells why, when and whether to try again', async (t) => {
    const { endpoint } = await serve(t, (response) =>
      sendJson(response, { error: 'Too many requests.', code: 'rate-limited' }, 429, { 'retry-after': '17' }),
    );
    const failure = await failureOf(client(endpoint).answer(REQUEST));
    assert.deepEqual(toFailure(failure), {
      code: 'http',
      status: 429,
      retryable: true,
      retryAfter: 17,
      serverCode: 'rate-limited',
      message: 'Too many requests.',
    });
  });

  it('for a thread that it does not know is told from other 404s by its code', async (t) => {
    const { endpoint } = await serve(t, (response) =>
      sendJson(response, { error: 'Thread not found', code: 'thread-not-found' }, 404),
    );
    const { status, serverCode, retryable } = await failureOf(client(endpoint).answer(REQUEST));
    assert.deepEqual([status, serverCode, retryable], [404, 'thread-not-found', false]);
  });
});
