import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { postSearch, proxyTo } from './requests.ts';
import { sendJson, startUpstream } from './upstream.ts';

const DOCS = 'https://docs.example.com';
const NOWHERE = 'http://127.0.0.1:9';

function preflight(origin: string, path = '/v1/search/docs'): Request {
  return new Request(`http://site.example${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
}

describe('pages of other origins', () => {
  it('are told what they may send', async () => {
    const response = await proxyTo(NOWHERE, { origins: [DOCS] })(preflight(DOCS));
    assert.equal(response.status, 204);
    assert.equal(response.headers.get('access-control-allow-origin'), DOCS);
    assert.equal(response.headers.get('access-control-allow-methods'), 'POST');
    assert.equal(
      response.headers.get('access-control-allow-headers'),
      'content-type, x-thread-id, x-thread-key',
    );
    assert.equal(response.headers.get('access-control-max-age'), '86400');
    assert.equal(response.headers.get('access-control-allow-credentials'), null);
    assert.equal(response.headers.get('vary'), 'Origin');
    assert.equal(await response.text(), '');
  });

  it('may send what the hooks of the host look at', async () => {
    const proxy = proxyTo(NOWHERE, { origins: [DOCS], allowedHeaders: ['X-Captcha'] });
    const allowed = (await proxy(preflight(DOCS))).headers.get('access-control-allow-headers');
    assert.ok(allowed?.split(', ').includes('x-captcha'));
  });

  it('are turned away when they are not on the list', async () => {
    const response = await proxyTo(NOWHERE, { origins: [DOCS] })(preflight('https://evil.example'));
    assert.equal(response.status, 403);
    assert.equal(response.headers.get('access-control-allow-origin'), null);
    assert.equal(response.headers.get('vary'), 'Origin');
  });

  it('can read the answer and the fields that matter', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const response = await proxyTo(upstream.url, { origins: [DOCS] })(
      postSearch(undefined, { headers: { origin: DOCS } }),
    );
    assert.equal(response.headers.get('access-control-allow-origin'), DOCS);
    const exposed = response.headers.get('access-control-expose-headers')?.split(', ');
    for (const name of ['X-Thread-Id', 'X-Thread-Key', 'Retry-After', 'RateLimit-Remaining']) {
      assert.ok(exposed?.includes(name), name);
    }
  });

  it('can read errors too', async () => {
    const response = await proxyTo(NOWHERE, { origins: [DOCS] })(
      postSearch({}, { headers: { origin: DOCS } }),
    );
    assert.equal(response.status, 400);
    assert.equal(response.headers.get('access-control-allow-origin'), DOCS);
  });

  it('find no preflight at paths that do not exist', async () => {
    const response = await proxyTo(NOWHERE, { origins: [DOCS] })(preflight(DOCS, '/v1/agent/p1/jobs'));
    assert.equal(response.status, 404);
  });
});

describe('requests without an origin', () => {
  const sent = (headers: Record<string, string>) => postSearch(undefined, { headers });

  it('are refused if a page of another site makes them, also for an image or a script', async () => {
    for (const more of [
      {},
      { 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ]) {
      const response = await proxyTo(NOWHERE, { origins: [DOCS] })(
        sent({ 'sec-fetch-site': 'cross-site', ...more }),
      );
      assert.deepEqual([response.status, (await response.json()).code], [403, 'forbidden']);
    }
    const link = new Request('http://site.example/v1/search/docs', {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
    });
    assert.equal((await proxyTo(NOWHERE)(link)).status, 403);
  });

  it('may come from programs, the own origin and typed addresses', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const proxy = proxyTo(upstream.url);
    for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }])
      assert.equal((await proxy(sent(headers as Record<string, string>))).status, 200);
    // It comes from the site that it is for, as its origin says.
    const listed = { origin: DOCS, 'sec-fetch-site': 'cross-site' };
    assert.equal((await proxyTo(upstream.url, { origins: [DOCS] })(sent(listed))).status, 200);
  });
});

describe('pages of the own origin', () => {
  it('may always call', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const response = await proxyTo(upstream.url)(
      postSearch(undefined, { headers: { origin: 'http://site.example' } }),
    );
    assert.equal(response.status, 200);
  });

  it('may call through a server that ends TLS', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const response = await proxyTo(upstream.url)(
      postSearch(undefined, {
        headers: { origin: 'https://site.example', 'sec-fetch-site': 'same-origin' },
      }),
    );
    assert.equal(response.status, 200);
  });
});
