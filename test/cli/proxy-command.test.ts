import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startRedis, WITHOUT_REDIS } from '../limits/redis-server.ts';
import { question } from '../proxy/requests.ts';
import { sendJson, startUpstream } from '../proxy/upstream.ts';
import { runCommand, startCommand } from './command.ts';

const KEY = { DOCS_ASSISTANT_KEY: 'assistant-key-5d1e' };

const ask = async (url: string, path = '/docs-api/v1/assistant/docs/message') =>
  await fetch(url + path, {
    method: 'POST',
    body: JSON.stringify(question),
    headers: { 'content-type': 'application/json' },
  });

const proxyArgs = (upstream: string, ...more: string[]) => [
  'proxy',
  '--upstream',
  upstream,
  '--domain',
  'docs',
  '--port',
  '0',
  ...more,
];

describe('docs-assistant proxy', () => {
  it('asks the version of the service that it is told to, below the path that it is told to', async () => {
    await using upstream = await startUpstream(sendJson([]));
    await using proxy = startCommand(
      proxyArgs(upstream.url, '--api-version', 'v2', '--base-path', '/ask/'),
      KEY,
    );
    assert.equal((await ask(await proxy.url, '/ask/v1/assistant/docs/message')).status, 200);
    assert.equal(upstream.received[0]!.url, '/v2/assistant/docs/message');
  });

  it('tells once that the budget of the site is used up', async () => {
    await using upstream = await startUpstream(sendJson([]));
    await using proxy = startCommand(proxyArgs(upstream.url, '--questions-per-month', '1'), KEY);
    const url = await proxy.url;
    const statuses = [];
    for (let turn = 0; turn < 3; turn++) statuses.push((await ask(url)).status);
    assert.deepEqual(statuses, [200, 429, 429]);
    proxy.signal('SIGTERM');
    const { code, stderr } = await proxy.outcome;
    assert.equal(code, 0);
    assert.equal(stderr.match(/site-message-month, 1/g)?.length, 1);
  });

  it('says who does not answer, and what to look at where it refuses', async () => {
    await using alone = startCommand(proxyArgs('http://127.0.0.1:2'), KEY);
    await ask(await alone.url);
    await alone.told('message: upstream-failed, no answer of http://127.0.0.1:2');
    await using upstream = await startUpstream((response) => void response.writeHead(401).end());
    await using refused = startCommand(proxyArgs(upstream.url), KEY);
    await ask(await refused.url);
    await refused.told(`(${upstream.url} answered 401: check DOCS_ASSISTANT_KEY)`);
  });

  it('says what is wrong with a version that there is not', async () => {
    const { code, stderr } = await runCommand(proxyArgs('http://127.0.0.1:9', '--api-version', 'v3'), KEY);
    assert.equal(code, 2);
    assert.match(stderr, /--api-version/);
  });

  it('says where nobody answers, of REDIS_URL, and not its password', async () => {
    const { code, stderr } = await runCommand(proxyArgs('http://127.0.0.1:9'), {
      ...KEY,
      REDIS_URL: 'redis://:redis-password@127.0.0.1:9',
    });
    assert.equal(code, 2);
    assert.match(stderr, /No server answers at 127\.0\.0\.1:9 \(REDIS_URL\)/);
    assert.doesNotMatch(stderr, /redis-password/);
  });

  it('ends when it cannot start, though it is connected to Redis', { skip: WITHOUT_REDIS }, async () => {
    await using redis = await startRedis();
    const args = proxyArgs('http://127.0.0.1:9', '--port', new URL(redis.url).port);
    const { code, stderr } = await runCommand(args, { ...KEY, REDIS_URL: redis.url });
    assert.equal(code, 1);
    assert.match(stderr, /EADDRINUSE|in use/);
  });

  it('shares its budget with others over REDIS_URL, and over restarts', { skip: WITHOUT_REDIS }, async () => {
    await using redis = await startRedis();
    await using upstream = await startUpstream(sendJson([]));
    const environment = { ...KEY, REDIS_URL: redis.url };
    const statuses = [];
    for (let start = 0; start < 3; start++) {
      await using proxy = startCommand(proxyArgs(upstream.url, '--questions-per-month', '2'), environment);
      statuses.push((await ask(await proxy.url)).status);
      proxy.signal('SIGTERM');
      assert.equal((await proxy.outcome).code, 0);
    }
    assert.deepEqual(statuses, [200, 200, 429]);
  });
});
