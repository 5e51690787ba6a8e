import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import type { UpstreamFailure } from '../../src/proxy.ts';
import { ASSISTANT_KEY, postMessage, postSearch, proxyTo, question } from './requests.ts';
import { sendJson, startUpstream } from './upstream.ts';

const SECRET_TEXT = `invalid key ${ASSISTANT_KEY} at db.internal`;
const decoder = new TextDecoder();

/** Starts an event stream and hands out the response to write more. */
function startStream(response: ServerResponse, first: string): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'x-thread-id': 'thread-1',
    'x-thread-key': 'key-1',
    'x-vercel-ai-ui-message-stream': 'v1',
    'ratelimit-remaining': '9999',
    'set-cookie': 'upstream=1',
    server: 'upstream/1.0',
    'x-powered-by': 'upstream',
    'content-security-policy': 'sandbox',
    'access-control-allow-origin': '*',
  });
  response.write(first);
}

describe('a streamed answer', () => {
  it('arrives piece by piece with the headers that concern the visitor', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<ServerResponse>();
    await using upstream = await startUpstream((response) => {
      startStream(response, 'data: one\n\n');
      start(response);
    });
    const response = await proxyTo(upstream.url, { visitorLimits: false, siteLimits: false })(postMessage());
    const reader = response.body!.getReader();
    assert.equal(decoder.decode((await reader.read()).value), 'data: one\n\n');
    (await started).end('data: two\n\n');
    assert.equal(decoder.decode((await reader.read()).value), 'data: two\n\n');
    assert.equal((await reader.read()).done, true);
    assert.deepEqual(Object.fromEntries(response.headers), {
      'cache-control': 'no-cache, no-transform',
      'content-type': 'text/event-stream; charset=utf-8',
      'ratelimit-remaining': '9999',
      vary: 'Origin',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-thread-id': 'thread-1',
      'x-thread-key': 'key-1',
      'x-vercel-ai-ui-message-stream': 'v1',
    });
  });

  it('ends the upstream request when the visitor cancels the body', async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    await using upstream = await startUpstream((response) => {
      startStream(response, 'data: one\n\n');
      response.once('close', close);
    });
    const response = await proxyTo(upstream.url)(postMessage());
    await response.body!.cancel();
    await closed;
  });

  it('ends the upstream request when the visitor aborts while it streams', async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    await using upstream = await startUpstream((response) => {
      startStream(response, 'data: one\n\n');
      response.once('close', close);
    });
    const visitor = new AbortController();
    const response = await proxyTo(upstream.url)(postMessage(question, { signal: visitor.signal }));
    const reader = response.body!.getReader();
    await reader.read();
    visitor.abort();
    assert.equal((await reader.read()).done, true);
    await closed;
  });

  it('aborts upstream in the same turn as the visitor leaves, also before the first byte', async () => {
    const { promise: called, resolve: call } = Promise.withResolvers<AbortSignal>();
    const failures: UpstreamFailure[] = [];
    const proxy = proxyTo('http://127.0.0.1:9', {
      onUpstreamFailure: (failure) => failures.push(failure),
      fetch: (_, init) =>
        new Promise((_, reject) => {
          init!.signal!.addEventListener('abort', () => reject(new Error('aborted')));
          call(init!.signal!);
        }),
    });
    const visitor = new AbortController();
    const response = proxy(postMessage(question, { signal: visitor.signal }));
    const signal = await called;
    visitor.abort();
    assert.equal(signal.aborted, true);
    await response;
    assert.deepEqual(failures, [], 'a visitor who leaves is no failure of the upstream');
  });

  it('reads upstream no faster than the visitor', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled++;
          controller.enqueue(new Uint8Array(1024));
        },
      },
      { highWaterMark: 0 },
    );
    const proxy = proxyTo('http://127.0.0.1:9', {
      fetch: async () => new Response(endless, { headers: { 'content-type': 'text/event-stream' } }),
    });
    const response = await proxy(postMessage());
    assert.equal(pulled, 0);
    const reader = response.body!.getReader();
    for (let read = 1; read <= 3; read++) {
      await reader.read();
      assert.equal(pulled, read);
    }
    await reader.cancel();
  });

  it('ends without an end mark when the upstream breaks off', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<ServerResponse>();
    await using upstream = await startUpstream((response) => {
      startStream(response, 'data: one\n\n');
      start(response);
    });
    const failures: UpstreamFailure[] = [];
    const response = await proxyTo(upstream.url, {
      onUpstreamFailure: (failure) => failures.push(failure),
    })(postMessage());
    const reader = response.body!.getReader();
    await reader.read();
    (await started).destroy();
    assert.equal((await reader.read()).done, true);
    assert.deepEqual(failures, [{ operation: 'message', code: 'upstream-failed', status: 200 }]);
  });

  it('breaks off when the upstream breaks off in a format that has no end mark', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<ServerResponse>();
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('Half an answer');
      start(response);
    });
    const response = await proxyTo(upstream.url)(postMessage());
    const reader = response.body!.getReader();
    assert.equal(decoder.decode((await reader.read()).value), 'Half an answer');
    (await started).destroy();
    await assert.rejects(reader.read(), { message: 'The answer broke off.' });
  });

  it('tells no header in a form that it cannot have', async () => {
    const headers = {
      'x-thread-id': 'x'.repeat(257),
      'x-thread-key': 'stored at db.internal',
      'x-message-id': 'm 1',
      'x-vercel-ai-data-stream': 'v1',
      'ratelimit-limit': '100;w=60;who=10.0.0.7',
      'ratelimit-reset': 'soon',
    };
    await using upstream = await startUpstream(sendJson({ message: 'Hello' }, 200, headers));
    const response = await proxyTo(upstream.url, { visitorLimits: false, siteLimits: false })(postMessage());
    assert.deepEqual(
      [...response.headers.keys()].filter((name) => /^(?:x-(?!acc|content)|ratelimit)/.test(name)),
      ['x-vercel-ai-data-stream'],
    );
  });

  it('ends when it takes too long in all, and lets the upstream go though nobody reads', async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    await using upstream = await startUpstream((response) => {
      startStream(response, 'data: one\n\n');
      response.once('close', close);
    });
    const response = await proxyTo(upstream.url, { timeouts: { total: 2000 } })(postMessage());
    await closed;
    assert.doesNotMatch(await response.text(), /finish/);
  });

  it('may take for ever when it is told so', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const timeouts = { firstByte: Infinity, idle: Infinity, total: Infinity };
    const response = await proxyTo(upstream.url, { timeouts })(postMessage());
    assert.equal(await response.text(), '[]');
  });

  it('ends when the upstream falls silent', async () => {
    await using upstream = await startUpstream((response) => startStream(response, 'data: one\n\n'));
    const failures: UpstreamFailure[] = [];
    const response = await proxyTo(upstream.url, {
      timeouts: { idle: 500 },
      onUpstreamFailure: (failure) => failures.push(failure),
    })(postMessage());
    assert.equal(await response.text(), 'data: one\n\n');
    assert.deepEqual(failures, [{ operation: 'message', code: 'upstream-timeout', status: 200 }]);
  });
});

describe('an answer in one piece', () => {
  it('is passed on as JSON that no cache keeps', async () => {
    const results = [{ content: 'text', path: 'guide', metadata: { title: 'Guide' } }];
    await using upstream = await startUpstream(sendJson(results, 200, { server: 'upstream' }));
    const response = await proxyTo(upstream.url)(postSearch());
    assert.deepEqual(await response.json(), results);
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('server'), null);
  });

  it('is not passed on when it was cut', async () => {
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('[{"content":');
      setImmediate(() => response.destroy());
    });
    const response = await proxyTo(upstream.url)(postSearch());
    assert.deepEqual([response.status, (await response.json()).code], [502, 'upstream-failed']);
  });
});

describe('a failing upstream', () => {
  const mapped: [status: number, code: string, answer: number, body?: unknown][] = [
    [400, 'invalid-request', 400],
    [401, 'upstream-failed', 502],
    [402, 'upstream-failed', 502],
    [403, 'upstream-failed', 502],
    [404, 'not-found', 404],
    [404, 'thread-not-found', 404, { ...question, threadId: 'gone' }],
    [408, 'upstream-timeout', 504],
    [413, 'too-large', 413],
    [422, 'invalid-request', 400],
    [429, 'rate-limited', 429],
    [500, 'upstream-failed', 502],
    [501, 'not-implemented', 501],
    [502, 'upstream-failed', 502],
    [503, 'unavailable', 503],
    [504, 'upstream-timeout', 504],
  ];
  for (const [status, code, answer, body] of mapped) {
    it(`that says ${status} is told as ${code}`, async () => {
      await using upstream = await startUpstream(
        sendJson({ error: SECRET_TEXT }, status, { 'x-reason': 'db' }),
      );
      const failures: UpstreamFailure[] = [];
      const response = await proxyTo(upstream.url, {
        onUpstreamFailure: (failure) => failures.push(failure),
      })(postMessage(body));
      assert.equal(response.status, answer);
      const text = await response.text();
      assert.equal(JSON.parse(text).code, code);
      assert.doesNotMatch(text + JSON.stringify([...response.headers]), /internal|assistant-key|127\.0/);
      const [{ remedy, ...failure } = {} as UpstreamFailure, ...more] = failures;
      assert.deepEqual([failure, ...more], [{ operation: 'message', code, status }]);
      assert.equal(remedy !== undefined, status === 401 || status === 403);
    });
  }

  const waits: [header: string, expected: string | null][] = [
    ['17', '17'],
    ['99999999', String(31 * 86_400)],
    ['Thu, 01 Jan 1998 00:00:00 GMT', '0'],
    ['soon', null],
  ];
  for (const [header, expected] of waits) {
    it(`that asks to wait "${header}" is told as ${expected}`, async () => {
      await using upstream = await startUpstream(sendJson({}, 429, { 'retry-after': header }));
      const response = await proxyTo(upstream.url)(postMessage());
      assert.equal(response.headers.get('retry-after'), expected);
    });
  }

  it('that answers with a page is not an answer', async () => {
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in to the network</h1>');
    });
    const response = await proxyTo(upstream.url)(postMessage());
    assert.deepEqual([response.status, (await response.json()).code], [502, 'upstream-failed']);
  });

  it('that points elsewhere is not followed with the key', async () => {
    await using elsewhere = await startUpstream(sendJson([]));
    await using upstream = await startUpstream((response) => {
      response.writeHead(307, { location: `${elsewhere.url}/v1/search/docs` }).end();
    });
    const response = await proxyTo(upstream.url)(postSearch());
    assert.equal(response.status, 502);
    assert.equal(response.headers.get('location'), null);
    assert.equal(elsewhere.received.length, 0);
  });

  it('that does not listen is told as upstream-failed', async () => {
    const upstream = await startUpstream(() => {});
    await upstream[Symbol.asyncDispose]();
    const response = await proxyTo(upstream.url)(postMessage());
    const text = await response.text();
    assert.equal(JSON.parse(text).code, 'upstream-failed');
    assert.doesNotMatch(text, /ECONN|127\.0/);
  });

  it('that does not begin to answer is told as upstream-timeout and let go', async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    await using upstream = await startUpstream(async (response) => {
      await once(response, 'close');
      close();
    });
    const response = await proxyTo(upstream.url, { timeouts: { firstByte: 2000 } })(postMessage());
    assert.deepEqual([response.status, (await response.json()).code], [504, 'upstream-timeout']);
    await closed;
  });
});
