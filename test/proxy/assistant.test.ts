import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UpstreamFailure } from '../../src/proxy/options.ts';
import { ASSISTANT_KEY, proxyTo } from './requests.ts';
import { sendJson, startUpstream } from './upstream.ts';

const ask = (domain = 'docs', init?: RequestInit): Request =>
  new Request(`http://site.example/v1/assistant/${domain}`, init);

describe('what the proxy tells pages of the assistant', () => {
  it('is whether the upstream has a language model, and nothing else', async () => {
    for (const hasModel of [true, false]) {
      await using upstream = await startUpstream(sendJson({ hasModel, secret: 'x' }));
      const response = await proxyTo(upstream.url)(ask());
      assert.deepEqual([response.status, await response.json()], [200, { hasModel }]);
      assert.equal(response.headers.get('cache-control'), 'private, max-age=600');
      const [{ method, url, headers }] = upstream.received as [(typeof upstream.received)[0]];
      assert.deepEqual(
        [method, url, headers.authorization],
        ['GET', '/v1/assistant/docs', `Bearer ${ASSISTANT_KEY}`],
      );
    }
  });

  it('is asked for once, and counts for no limit of visitors', async () => {
    await using upstream = await startUpstream(sendJson({ hasModel: false }));
    const proxy = proxyTo(upstream.url, { visitorLimits: { followsPerMinute: 1, searchesPerMinute: 1 } });
    for (let visit = 0; visit < 5; visit++) assert.equal((await proxy(ask())).status, 200);
    assert.equal(upstream.received.length, 1);
  });

  for (const [what, respond] of [
    ['does not know the address', sendJson({ code: 'not-found' }, 404)],
    ['takes another method there', sendJson({}, 405)],
    ['says something else', sendJson({ hasModel: 'yes' })],
    ['says a list', sendJson([])],
  ] as const)
    it(`is nothing where the upstream ${what}, which is no failure`, async () => {
      await using upstream = await startUpstream(respond);
      const failures: UpstreamFailure[] = [];
      const proxy = proxyTo(upstream.url, { onUpstreamFailure: (failure) => failures.push(failure) });
      for (let visit = 0; visit < 2; visit++) {
        const response = await proxy(ask());
        assert.deepEqual([response.status, await response.text()], [204, '']);
      }
      assert.deepEqual([upstream.received.length, failures], [1, []]);
    });

  it('is asked for again after a failure', async () => {
    let status = 503;
    await using upstream = await startUpstream((response) => sendJson({ hasModel: true }, status)(response));
    const proxy = proxyTo(upstream.url);
    assert.equal((await proxy(ask())).status, 503);
    status = 200;
    assert.equal((await proxy(ask())).status, 200);
  });

  it('is for the domains and pages that are open alone', async () => {
    await using upstream = await startUpstream(sendJson({ hasModel: true }));
    const proxy = proxyTo(upstream.url);
    assert.equal((await proxy(ask('other'))).status, 404);
    assert.equal(
      (await proxy(ask('docs', { headers: { origin: 'https://elsewhere.example' } }))).status,
      403,
    );
    assert.equal((await proxy(ask('docs', { method: 'POST' }))).status, 405);
    assert.equal(upstream.received.length, 0);
  });
});
