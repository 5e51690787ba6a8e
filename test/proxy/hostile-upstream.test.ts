import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  constants,
  brotliCompressSync,
  createGzip,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import type { ProxyOptions, UpstreamFailure } from '../../src/proxy.ts';
import { MAX_ANSWER_BYTES, MAX_EVENT_BYTES } from '../../src/proxy/error-mask.ts';
import { ASSISTANT_KEY, postMessage, postSearch, proxyTo } from './requests.ts';
import { sendJson, startUpstream } from './upstream.ts';

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Speaks raw bytes, as no HTTP server would let one. */
async function startRaw(speak: (socket: Socket) => Promise<void>) {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('close', () => leave());
    socket.once('data', () => void speak(socket).catch(() => {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves when the proxy has let go. */
    left,
    [Symbol.dispose]: () => void server.close(),
  };
}

async function codeOf(response: Response): Promise<[status: number, code: string]> {
  return [response.status, (await response.json()).code];
}

/** Writes lines, each with a number of its own, as long as anybody takes them. */
async function drip(socket: Socket, line: string, pause: number): Promise<void> {
  for (let count = 0; !socket.destroyed; count++) {
    socket.write(line.replace('#', String(count)));
    await wait(pause);
  }
}

describe('an upstream that means harm', () => {
  for (const [what, call] of [
    ['a question', postMessage],
    ['a search', postSearch],
  ] as const) {
    it(`cannot keep ${what} busy with headers that never end`, async () => {
      using upstream = await startRaw(async (socket) => {
        socket.write(HEAD);
        await drip(socket, `x-filler-#: ${'x'.repeat(1000)}\r\n`, 0);
      });
      assert.deepEqual(await codeOf(await proxyTo(upstream.url)(call())), [502, 'upstream-failed']);
      await upstream.left;
    });

    it(`cannot keep ${what} waiting with headers that drip`, async () => {
      using upstream = await startRaw(async (socket) => {
        socket.write(HEAD);
        await drip(socket, 'x-#: 1\r\n', 10);
      });
      const proxy = proxyTo(upstream.url, { timeouts: { firstByte: 100 } });
      assert.deepEqual(await codeOf(await proxy(call())), [504, 'upstream-timeout']);
      await upstream.left;
    });

    for (const status of [301, 302, 303, 307, 308]) {
      it(`cannot lead ${what} and the key elsewhere with ${status}`, async () => {
        await using elsewhere = await startUpstream(sendJson([]));
        await using upstream = await startUpstream(
          sendJson({}, status, { location: `${elsewhere.url}/v1/search/docs` }),
        );
        const response = await proxyTo(upstream.url)(call());
        assert.equal(response.headers.get('location'), null);
        assert.deepEqual(await codeOf(response), [502, 'upstream-failed']);
        assert.deepEqual([upstream.received.length, elsewhere.received.length], [1, 0]);
      });
    }

    for (const status of [200, 403, 502]) {
      it(`tells ${what} nothing with a page of status ${status} that has the key in it`, async () => {
        await using upstream = await startUpstream((response) => {
          response
            .writeHead(status, {
              'content-type': 'text/html',
              'set-cookie': 'trap=1',
              'x-debug': ASSISTANT_KEY,
            })
            .end(`<html>Bearer ${ASSISTANT_KEY} refused at db.internal</html>`);
        });
        const response = await proxyTo(upstream.url)(call());
        const told = (await response.text()) + JSON.stringify([...response.headers]);
        assert.equal(response.status, 502);
        assert.doesNotMatch(told, /assistant-key|internal|trap|x-debug/);
      });
    }

    it(`tells ${what} nothing with an answer that has no body`, async () => {
      await using upstream = await startUpstream((response) => {
        response.writeHead(204, { 'content-type': 'application/json' }).end();
      });
      assert.deepEqual(await codeOf(await proxyTo(upstream.url)(call())), [502, 'upstream-failed']);
    });
  }

  it('cannot keep a search waiting with an answer that drips', async () => {
    using upstream = await startRaw(async (socket) => {
      socket.write(`${HEAD}\r\n`);
      await drip(socket, ' ', 10);
    });
    const proxy = proxyTo(upstream.url, { timeouts: { total: 200 } });
    assert.deepEqual(await codeOf(await proxy(postSearch())), [504, 'upstream-timeout']);
    await upstream.left;
  });

  it('cannot fill the memory with a compressed answer to a search', async () => {
    const bomb = createGzip();
    let fed = 0;
    await using upstream = await startUpstream(async (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      bomb.pipe(response);
      const closed = once(response, 'close');
      const megabyte = Buffer.alloc(1_048_576, ' ');
      for (; !response.destroyed && fed < 1024; fed++) {
        await Promise.race([new Promise((written) => bomb.write(megabyte, written)), closed]);
      }
      bomb.end();
    });
    assert.deepEqual(await codeOf(await proxyTo(upstream.url)(postSearch())), [502, 'upstream-failed']);
    assert.ok(fed < 1024, 'the rest was not waited for');
  });
});

describe('a compressed answer to a question', () => {
  const EVENT = `data: {"type":"text-delta","id":"a","delta":"${' '.repeat(1000)}"}\n\n`;
  const BYTES = 2 * MAX_ANSWER_BYTES;
  /** Content encodings, with what packs them: in the order in which they are applied. */
  const ENCODINGS: Readonly<Record<string, readonly ((bytes: Buffer) => Buffer)[]>> = {
    gzip: [gzipSync],
    deflate: [deflateSync],
    br: [packBrotli],
    'gzip, br': [gzipSync, packBrotli],
    'gzip, gzip': [gzipSync, gzipSync],
    zstd: [zstdCompressSync],
    '': [],
  };
  const BODIES: Readonly<Record<string, string>> = {
    'many events': EVENT.repeat(BYTES / EVENT.length),
    'one event': EVENT.slice(0, 60) + 'x'.repeat(BYTES),
    'one event of many lines': EVENT.slice(0, -1) + 'data: x\n'.repeat(BYTES / 8),
  };

  for (const [encoding, pack] of Object.entries(ENCODINGS))
    for (const name of Object.keys(BODIES))
      it(`ends at the limit of its unpacked bytes: ${encoding || 'not packed'}, ${name}`, async () => {
        const failures: UpstreamFailure[] = [];
        await using upstream = await startUpstream((response) => {
          response.writeHead(200, {
            'content-type': 'text/event-stream',
            ...(encoding && { 'content-encoding': encoding }),
          });
          response.end(pack.reduce<Buffer>((bytes, packWith) => packWith(bytes), Buffer.from(BODIES[name]!)));
        });
        const proxy = proxyTo(upstream.url, { onUpstreamFailure: (failure) => failures.push(failure) });
        const body = new Uint8Array(await (await proxy(postMessage())).arrayBuffer());
        const limit = name === 'many events' ? MAX_ANSWER_BYTES : MAX_EVENT_BYTES;
        assert.ok(body.length <= limit + 1000, `${body.length} bytes`);
        assert.match(new TextDecoder().decode(body.slice(-200)), /\n\n?data: \{"type":"error".*\}\n\n$/);
        assert.deepEqual(
          failures.map(({ code }) => code),
          ['upstream-failed'],
        );
      });

  it('breaks off as plain text, which has no place for a failure', async () => {
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' });
      response.end(gzipSync('word '.repeat(MAX_ANSWER_BYTES / 4)));
    });
    await assert.rejects((await proxyTo(upstream.url)(postMessage())).text());
  });

  function packBrotli(bytes: Buffer): Buffer {
    return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  }
});

describe('a fetch of the host that heeds no signal', () => {
  const silent = (): Promise<Response> => new Promise(() => {});

  /** A body that says one thing and then nothing, and when it was let go. */
  function createBody(first = 'data: {"type":"start"}\n\n') {
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(first)),
      cancel: () => cancel(),
    });
    return { body, cancelled };
  }

  function proxyWith(body: ReadableStream<Uint8Array>, type: string, options: Partial<ProxyOptions> = {}) {
    const fetch = async () => new Response(body, { headers: { 'content-type': type } });
    return proxyTo('http://127.0.0.1:9', { fetch, ...options });
  }

  it('is not waited for longer than one that does', async () => {
    const proxy = proxyTo('http://127.0.0.1:9', { fetch: silent, timeouts: { firstByte: 20 } });
    assert.deepEqual(await codeOf(await proxy(postMessage())), [504, 'upstream-timeout']);
  });

  it('is not waited for when the visitor is gone, before or meanwhile', async () => {
    const proxy = proxyTo('http://127.0.0.1:9', { fetch: silent });
    assert.equal((await proxy(postMessage(undefined, { signal: AbortSignal.abort() }))).status, 502);
    const visitor = new AbortController();
    const { promise: called, resolve: call } = Promise.withResolvers<void>();
    const answer = proxyTo('http://127.0.0.1:9', { fetch: () => (call(), silent()) })(
      postMessage(undefined, { signal: visitor.signal }),
    );
    await called;
    visitor.abort();
    assert.equal((await answer).status, 502);
  });

  it('has its body cancelled when the visitor leaves', async () => {
    const { body, cancelled } = createBody();
    const visitor = new AbortController();
    const response = await proxyWith(
      body,
      'text/event-stream',
    )(postMessage(undefined, { signal: visitor.signal }));
    const reader = response.body!.getReader();
    await reader.read();
    visitor.abort();
    await cancelled;
    assert.equal((await reader.read()).done, true);
  });

  it('has its body cancelled when it falls silent, and the answer is none that is whole', async () => {
    const { body, cancelled } = createBody('Half an answer');
    const response = await proxyWith(body, 'text/plain', { timeouts: { idle: 20 } })(postMessage());
    await assert.rejects(response.text(), { message: 'The answer broke off.' });
    await cancelled;
  });

  it('is a timeout in a search as well', async () => {
    const { body, cancelled } = createBody('[');
    const proxy = proxyWith(body, 'application/json', { timeouts: { idle: 20 } });
    assert.deepEqual(await codeOf(await proxy(postSearch())), [504, 'upstream-timeout']);
    await cancelled;
  });
});

describe('a log of the host that fails', () => {
  const fails: [title: string, fail: () => void][] = [
    [
      'at once',
      () => {
        throw new Error('disk full');
      },
    ],
    ['later', () => Promise.reject(new Error('disk full'))],
  ];
  for (const [title, fail] of fails) {
    it(`${title} changes no answer`, async () => {
      await using upstream = await startUpstream(sendJson({}, 401));
      const options = { onUpstreamFailure: fail, onLimitReached: fail, onHookFailure: fail };
      assert.deepEqual(await codeOf(await proxyTo(upstream.url, options)(postMessage())), [
        502,
        'upstream-failed',
      ]);
      const limited = proxyTo(upstream.url, { ...options, siteLimits: { messagesPerDay: 0 } });
      assert.deepEqual(await codeOf(await limited(postMessage())), [429, 'rate-limited']);
      const challenged = proxyTo(upstream.url, {
        ...options,
        challenge: () => Promise.reject(new Error('no')),
      });
      assert.deepEqual(await codeOf(await challenged(postMessage())), [500, 'internal']);
    });
  }

  it('changes nothing of a stream', async () => {
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"type":"error","errorText":"x"}\n\ndata: [DONE]\n\n');
    });
    const heard: UpstreamFailure[] = [];
    const onUpstreamFailure = (failure: UpstreamFailure) => {
      heard.push(failure);
      throw new Error('disk full');
    };
    const response = await proxyTo(upstream.url, { onUpstreamFailure })(postMessage());
    assert.match(await response.text(), /upstream-failed: .*\n\ndata: \[DONE\]\n\n$/);
    assert.equal(heard.length, 1);
  });
});
