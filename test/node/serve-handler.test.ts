import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { createRequestListener, serveHandler, type Handler } from '../../src/node.ts';

/** Starts a request and hands out the answer as soon as its head is there. */
async function get(url: string): Promise<IncomingMessage> {
  const [response] = (await once(httpRequest(url).end(), 'response')) as [IncomingMessage];
  return response;
}

const encoder = new TextEncoder();

describe('createRequestListener', () => {
  it('answers requests of a server that is there already', async () => {
    const listener = createRequestListener(({ url }) => new Response(new URL(url).pathname));
    const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/path`);
    assert.equal(await response.text(), '/path');
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
});

describe('serveHandler', () => {
  it('hands over method, address, headers, body and the address of the visitor', async () => {
    const handler: Handler = async (request, { remoteAddress }) =>
      Response.json([
        request.method,
        request.url,
        request.headers.get('x-a'),
        await request.text(),
        remoteAddress,
      ]);
    const server = await serveHandler(handler);
    const response = await fetch(`${server.url}/path?q=1`, {
      method: 'POST',
      body: 'text',
      headers: { 'x-a': 'b' },
    });
    assert.deepEqual(await response.json(), ['POST', `${server.url}/path?q=1`, 'b', 'text', '127.0.0.1']);
    await server.close();
  });

  it('writes status, headers and every cookie', async () => {
    const headers = new Headers({ 'x-a': 'b' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    const server = await serveHandler(() => new Response('made', { status: 201, headers }));
    const response = await fetch(server.url);
    assert.equal(response.status, 201);
    assert.equal(response.headers.get('x-a'), 'b');
    assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2']);
    assert.equal(await response.text(), 'made');
    await server.close();
  });

  it('sends the head and each piece at once', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<ReadableStreamDefaultController>();
    const server = await serveHandler(() => new Response(new ReadableStream({ start: ask })));
    const response = await get(server.url);
    assert.equal(response.statusCode, 200);
    const controller = await asked;
    controller.enqueue(encoder.encode('one'));
    assert.equal(String((await once(response, 'data'))[0]), 'one');
    controller.enqueue(encoder.encode('two'));
    assert.equal(String((await once(response, 'data'))[0]), 'two');
    controller.close();
    await server.close();
  });

  it('aborts the request and cancels the body when the visitor leaves', async () => {
    const aborted = Promise.withResolvers<void>();
    const cancelled = Promise.withResolvers<void>();
    const server = await serveHandler((request) => {
      request.signal.addEventListener('abort', () => aborted.resolve());
      const start = (controller: ReadableStreamDefaultController) =>
        controller.enqueue(encoder.encode('one'));
      return new Response(new ReadableStream({ start, cancel: () => cancelled.resolve() }));
    });
    const response = await get(server.url);
    await once(response, 'data');
    response.destroy();
    await Promise.all([aborted.promise, cancelled.promise]);
    await server.close();
  });

  it('aborts the request of a visitor who leaves before the answer', async () => {
    const asked = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const server = await serveHandler((request) => {
      request.signal.addEventListener('abort', () => aborted.resolve());
      asked.resolve();
      return new Promise(() => {});
    });
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await asked.promise;
    socket.destroy();
    await aborted.promise;
    await server.close();
  });

  it('stops reading a body that the visitor does not take', async () => {
    let pulls = 0;
    let settled = () => {};
    const stalled = new Promise<void>((resolve) => (settled = resolve));
    const size = 65_536;
    const server = await serveHandler((_, { remoteAddress }) => {
      assert.ok(remoteAddress);
      return new Response(
        new ReadableStream(
          {
            pull(controller) {
              pulls++;
              controller.enqueue(new Uint8Array(size));
              if (pulls === 1) settled();
            },
          },
          { highWaterMark: 0 },
        ),
      );
    });
    const response = await get(server.url);
    await stalled;
    // Each round trip on another connection gives the first one time to go on, if it would.
    let before = -1;
    while (before !== pulls) {
      before = pulls;
      const other = connect(server.port, '127.0.0.1');
      await once(other, 'connect');
      other.destroy();
      await once(other, 'close');
    }
    assert.ok(pulls * size < 16_000_000, `${pulls} pieces of ${size} bytes were read`);
    response.destroy();
    await server.close();
  });

  it('closes the connection of a visitor who takes nothing any more', async () => {
    const cancelled = Promise.withResolvers<void>();
    const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(65_536));
    const server = await serveHandler(
      () => new Response(new ReadableStream({ pull, cancel: () => cancelled.resolve() })),
      { idleTimeout: 1000 },
    );
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    socket.pause().write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await cancelled.promise;
    socket.destroy();
    await server.close();
  });

  it('delivers the answer to a body that the handler did not want', async () => {
    const server = await serveHandler(async (request) => {
      await request.body?.cancel();
      return new Response('too large', { status: 413 });
    });
    const response = await fetch(server.url, { method: 'POST', body: new Uint8Array(5_000_000) });
    assert.equal(response.status, 413);
    assert.equal(await response.text(), 'too large');
    await server.close();
  });

  it('delivers it also where the connection is closed after it', async () => {
    const server = await serveHandler(() => new Response('too large', { status: 413 }));
    const socket = connect(server.port, '127.0.0.1');
    const body = Buffer.alloc(20_000_000);
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.write(body);
    let answer = '';
    for await (const chunk of socket.setEncoding('latin1')) answer += String(chunk);
    assert.match(answer, /^HTTP\/1\.1 413 [^]*too large/);
    await server.close();
  });

  it('tells nothing of a handler that throws', async () => {
    const server = await serveHandler(() => {
      throw new Error('secret');
    });
    const response = await fetch(server.url);
    assert.deepEqual([response.status, await response.text()], [500, '']);
    await server.close();
  });

  it('refuses a request without a usable address', async () => {
    const server = await serveHandler(() => new Response('never'));
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: bad host:x\r\nConnection: close\r\n\r\n');
    const [answer] = await once(socket, 'data');
    assert.match(String(answer), /^HTTP\/1\.1 400 /);
    await server.close();
  });

  it('answers nothing on a connection on which it is unsure where a request ends', async () => {
    let handled = 0;
    const server = await serveHandler(async (request) => {
      handled++;
      return new Response(await request.text());
    });
    const send = async (fields: string): Promise<string[]> => {
      const socket = connect(server.port, '127.0.0.1');
      const rest = '5\r\nhello\r\n0\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${fields}\r\n\r\n${rest}`);
      let answer = '';
      for await (const chunk of socket.setEncoding('latin1')) answer += String(chunk);
      return answer.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
    };
    for (const fields of [
      'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked\r\nX-A: b\r\ntransfer-encoding: identity',
      'Transfer-Encoding: chunked, chunked',
      'Transfer-Encoding: gzip, chunked',
      'Transfer-Encoding: identity, chunked',
      'Transfer-Encoding: identity',
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding:\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked\r\nContent-Length: 5',
      'Content-Length: 5\r\nContent-Length: 6',
    ])
      assert.deepEqual(await send(fields), ['400'], fields);
    assert.equal(handled, 0);
    for (const fields of ['Transfer-Encoding: chunked', 'transfer-encoding: \tChunked'])
      assert.deepEqual(await send(fields), ['200', '200'], fields);
    await server.close();
  });

  it('finishes open answers before it closes', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<ReadableStreamDefaultController>();
    const server = await serveHandler(() => new Response(new ReadableStream({ start: ask })));
    const response = await get(server.url);
    const closed = server.close();
    await assert.rejects(fetch(server.url), 'takes no new connection');
    const controller = await asked;
    controller.enqueue(encoder.encode('last words'));
    controller.close();
    assert.equal(String(await response.toArray()), 'last words');
    await closed;
  });

  it('cuts what is still open when its time is over', async () => {
    const server = await serveHandler(() => new Response(new ReadableStream()), { closeWithin: 10 });
    const response = await get(server.url);
    const cut = once(response, 'error');
    await server.close();
    assert.equal(((await cut)[0] as Error).message, 'aborted');
  });
});
