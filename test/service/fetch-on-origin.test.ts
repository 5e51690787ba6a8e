import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fetchOnOrigin } from '../../src/service/fetch-on-origin.ts';

interface Received {
  method: string;
  url: string;
  body: string;
  headers: IncomingHttpHeaders;
}

const POST = { method: 'POST', body: 'prompt', headers: { 'x-key': 'k', 'content-type': 'text/x' } };

test('a redirect within the origin is followed, with the body where the status keeps it', async () => {
  for (const [status, method, body] of [
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'prompt'],
    [308, 'POST', 'prompt'],
  ] as const)
    for (const location of ['v1/x', '/v1/x', './v1/x?a=1', '//HOST/v1/x', 'http://HOST/v1/x']) {
      await using server = await serve(({ url, headers }, response) => {
        if (url !== '/begin') response.end('there');
        else response.writeHead(status, { location: location.replace('HOST', headers.host!) }).end();
      });
      const response = await fetchOnOrigin()(`${server.url}/begin`, POST);
      assert.equal(await response.text(), 'there');
      const { method: last, body: sent, headers } = server.received.at(-1)!;
      assert.deepEqual([last, sent], [method, body], `${status} ${location}`);
      assert.equal(headers['x-key'], 'k');
      assert.equal(headers['content-type'], method === 'POST' ? 'text/x' : undefined);
    }
});

test('a redirect to another origin is refused, and nothing is sent there', async () => {
  await using other = await serve((_, response) => response.end('stolen'));
  const { port } = new URL(other.url);
  for (const location of [
    other.url,
    `//127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    'https://HOST/',
    'http://user:pass@HOST/',
    'http://HOST@127.0.0.1:' + port,
    'ftp://HOST/',
    'data:,x',
    'file:///etc/hosts',
    'http://',
  ])
    for (const hops of [0, 2]) {
      await using server = await serve(({ url, headers }, response) => {
        const left = Number(url!.slice(1));
        const next = left > 0 ? `/${left - 1}` : location.replace('HOST', headers.host!);
        response.writeHead(307, { location: next }).end();
      });
      await assert.rejects(
        fetchOnOrigin()(`${server.url}/${hops}`, POST),
        { name: 'RefusedRedirect' },
        location,
      );
    }
  assert.deepEqual(other.received, []);
});

test('redirects without end, and answers that only look like one', async () => {
  await using server = await serve(({ url }, response) => {
    if (url === '/304') response.writeHead(304, { location: 'http://other.invalid/' }).end();
    else if (url === '/none') response.writeHead(302).end();
    else response.writeHead(307, { location: url! }).end();
  });
  await assert.rejects(fetchOnOrigin()(`${server.url}/loop`), /more than 5 times/);
  assert.equal(server.received.length, 6);
  assert.equal((await fetchOnOrigin()(`${server.url}/304`)).status, 304);
  assert.equal((await fetchOnOrigin()(`${server.url}/none`)).status, 302);
});

async function serve(respond: RequestListener) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, body, headers });
      respond(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
