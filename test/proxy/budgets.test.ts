import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProxyHandler, ProxyOptions, ReachedLimit } from '../../src/proxy.ts';
import { stopClock } from '../support/stop-clock.ts';
import { postMessage, postSearch, proxyTo, question } from './requests.ts';
import { sendJson, startUpstream } from './upstream.ts';

stopClock();

/** An upstream that answers, and a proxy in front of it. */
async function startProxy(options: Partial<ProxyOptions>) {
  const upstream = await startUpstream(sendJson([], 200, { 'ratelimit-remaining': '9000' }));
  return {
    proxy: proxyTo(upstream.url, options),
    received: upstream.received,
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  };
}

/** Statuses of so many questions that are asked at once. */
async function askAtOnce(
  proxy: ProxyHandler,
  count: number,
  visitor: (index: number) => [fp: string, remoteAddress?: string],
) {
  const responses = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const [fp, remoteAddress] = visitor(index);
      return proxy(postMessage({ ...question, fp }), { remoteAddress });
    }),
  );
  return responses.filter(({ status }) => status === 200).length;
}

describe('the limit for each visitor', () => {
  it('is exact when one visitor asks many times at once', async () => {
    await using site = await startProxy({ visitorLimits: { searchesPerMinute: 5 } });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => site.proxy(postSearch(), { remoteAddress: '192.0.2.1' })),
    );
    assert.equal(responses.filter(({ status }) => status === 200).length, 5);
    assert.equal(site.received.length, 5);
    const refused = responses.find(({ status }) => status === 429)!;
    assert.equal((await refused.json()).code, 'rate-limited');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal(refused.headers.get('ratelimit-limit'), '5');
    assert.equal((await site.proxy(postSearch(), { remoteAddress: '192.0.2.2' })).status, 200);
  });

  it('costs nothing for requests that are refused', async () => {
    await using site = await startProxy({ visitorLimits: { searchesPerMinute: 1 } });
    const visitor = { remoteAddress: '192.0.2.1' };
    for (const body of [{}, 'broken', { query: '' }]) await site.proxy(postSearch(body), visitor);
    assert.equal((await site.proxy(postSearch(), visitor)).status, 200);
  });

  it('believes only the entries that its own proxies wrote', async () => {
    await using site = await startProxy({ visitorLimits: { searchesPerMinute: 1 }, trustedProxies: 1 });
    const from = (chain: string) =>
      site.proxy(postSearch(undefined, { headers: { 'x-forwarded-for': chain } }), {
        remoteAddress: '127.0.0.1',
      });
    assert.equal((await from('198.51.100.1')).status, 200);
    assert.equal((await from('203.0.113.77, 198.51.100.1')).status, 429);
    assert.equal((await from('198.51.100.1, 198.51.100.2')).status, 200);
  });

  it('counts questions of one address whatever fp they carry', async () => {
    await using site = await startProxy({ visitorLimits: { messagesPerMinute: 5 } });
    assert.equal(await askAtOnce(site.proxy, 20, (index) => [`fp-${index}`, '192.0.2.1']), 5);
  });

  it('counts questions of one fp wherever they come from', async () => {
    await using site = await startProxy({ visitorLimits: { messagesPerMinute: 5 } });
    assert.equal(await askAtOnce(site.proxy, 20, (index) => ['fp-1', `192.0.2.${index}`]), 5);
  });

  it('counts by fp where no address is known', async () => {
    await using site = await startProxy({ visitorLimits: { messagesPerMinute: 5 } });
    assert.equal(await askAtOnce(site.proxy, 20, (index) => [`fp-${index % 2}`]), 10);
  });

  it('does not count a question by address that its fp is refused for', async () => {
    await using site = await startProxy({ visitorLimits: { messagesPerMinute: 2 } });
    const ask = (fp: string, remoteAddress: string) => askAtOnce(site.proxy, 1, () => [fp, remoteAddress]);
    assert.equal(await askAtOnce(site.proxy, 3, () => ['busy', '192.0.2.1']), 2);
    for (let refused = 0; refused < 3; refused++) assert.equal(await ask('busy', '192.0.2.2'), 0);
    assert.equal(await askAtOnce(site.proxy, 3, () => ['calm', '192.0.2.2']), 2);
  });

  it('holds for a day as well as for a minute', async () => {
    await using site = await startProxy({ visitorLimits: { messagesPerDay: 3 } });
    assert.equal(await askAtOnce(site.proxy, 20, () => ['fp-1', '192.0.2.1']), 3);
  });
});

describe('the budget of the site', () => {
  it('holds for visitors of whom nothing is known but what they say', async () => {
    await using site = await startProxy({ siteLimits: { messagesPerDay: 7 } });
    assert.equal(await askAtOnce(site.proxy, 20, (index) => [`fp-${index}`]), 7);
    assert.equal(site.received.length, 7);
  });

  it('holds for searches without an address', async () => {
    await using site = await startProxy({ siteLimits: { searchesPerMinute: 2 } });
    const statuses = [];
    for (let search = 0; search < 3; search++) statuses.push((await site.proxy(postSearch())).status);
    assert.deepEqual(statuses, [200, 200, 429]);
  });

  it('is told to the host and, without its name, to the visitor when it is used up', async () => {
    const reached: ReachedLimit[] = [];
    await using site = await startProxy({
      siteLimits: { messagesPerMonth: 0 },
      onLimitReached: (limit) => reached.push(limit),
    });
    const response = await site.proxy(postMessage());
    assert.deepEqual(
      [response.status, (await response.json()).error],
      [429, 'The budget of this site is used up for now.'],
    );
    assert.deepEqual(
      reached.map(({ operation, name, limit }) => [operation, name, limit]),
      [['message', 'site-message-month', 0]],
    );
  });

  it('is not there when it is switched off', async () => {
    await using site = await startProxy({ siteLimits: false, visitorLimits: false });
    assert.equal(await askAtOnce(site.proxy, 30, () => ['fp-1', '192.0.2.1']), 30);
    assert.equal((await site.proxy(postMessage())).headers.get('ratelimit-limit'), null);
  });
});

describe('the limit that a visitor is told of', () => {
  it('is that of the proxy where it is closer to its end', async () => {
    await using site = await startProxy({ visitorLimits: { searchesPerMinute: 9 } });
    const { headers } = await site.proxy(postSearch(), { remoteAddress: '192.0.2.1' });
    assert.deepEqual([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')], ['9', '8']);
  });

  it('is that of the upstream where that is closer', async () => {
    await using upstream = await startUpstream(sendJson([], 200, { 'ratelimit-remaining': '3' }));
    const { headers } = await proxyTo(upstream.url)(postSearch(), { remoteAddress: '192.0.2.1' });
    assert.equal(headers.get('ratelimit-remaining'), '3');
  });
});

describe('a store that fails', () => {
  it('lets nothing through, and tells the host alone why', async () => {
    const heard: unknown[] = [];
    const broken = new Error('connect ECONNREFUSED 10.0.0.7:6379');
    await using site = await startProxy({
      limitStore: { charge: () => Promise.reject(broken) },
      onHookFailure: (hook, error) => heard.push([hook, error]),
    });
    const response = await site.proxy(postSearch());
    const text = await response.text();
    assert.deepEqual([response.status, JSON.parse(text).code], [503, 'unavailable']);
    assert.doesNotMatch(text, /10\.0|ECONN/);
    assert.deepEqual(heard, [['limitStore', broken]]);
    assert.equal(site.received.length, 0);
  });
});
