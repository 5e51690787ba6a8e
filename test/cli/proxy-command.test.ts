import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startRedis, WITHOUT_REDIS } from '../limits/redis-server.ts';
import { question } from '../proxy/requests.ts';
import { sendJson, startUpstream } from '../proxy/upstream.ts';
import { PLATFORM_ADMIN_KEY, PLATFORM_KEY, startPlatform } from '../support/platform.ts';
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
    await refused.told(
      `(${upstream.url} answered 401: check DOCS_ASSISTANT_KEY. The API key is wrong, has expired or was revoked: set a valid one.)`,
    );
  });

  it('names the key of the project where that is refused, for each of its endpoints', async () => {
    await using upstream = await startUpstream((response) => void response.writeHead(401).end());
    const keys = { ...KEY, DOCS_ADMIN_KEY: 'key-of-an-admin' };
    await using proxy = startCommand(proxyArgs(upstream.url, '--admin-upstream', upstream.url), keys);
    const base = `${await proxy.url}/docs-api`;
    const authorization = 'Bearer key-of-an-admin';
    for (const [operation, path] of [
      ['jobs', '/v1/agent/p1/jobs'],
      ['update-status', '/v1/project/update-status/u1'],
      ['latest-update', '/v1/project/latest-update/p1'],
      ['insights', '/v1/project/insights/p1'],
      ['agent-job', '/v2/agent/p1/job/j1'],
    ] as const) {
      await fetch(base + path, { headers: { authorization } });
      const where = `${upstream.url} answered 401`;
      await proxy.told(`${operation}: upstream-failed (${where}: check DOCS_ADMIN_KEY.`);
    }
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ branch: 'docs/retries' });
    await fetch(`${base}/v1/project/preview/p1`, { method: 'POST', headers, body });
    await proxy.told(`preview: upstream-failed (${upstream.url} answered 401: check DOCS_ADMIN_KEY.`);
  });

  it('says once that the service knows version 1 alone, and goes on with it', async () => {
    await using upstream = await startUpstream((response, { url }) =>
      sendJson([], url.startsWith('/v2/') ? 404 : 200)(response),
    );
    await using proxy = startCommand(proxyArgs(upstream.url), KEY);
    const url = await proxy.url;
    for (let turn = 0; turn < 3; turn++) assert.equal((await ask(url)).status, 200);
    proxy.signal('SIGTERM');
    const { stderr } = await proxy.outcome;
    assert.equal(stderr.match(/--api-version v1/g)?.length, 1);
  });

  it('passes agent jobs and updates to another address, for whoever has the admin key', async () => {
    await using platform = await startPlatform();
    const keys = { DOCS_ASSISTANT_KEY: PLATFORM_KEY, DOCS_ADMIN_KEY: PLATFORM_ADMIN_KEY };
    const args = proxyArgs(platform.url, '--admin-upstream', platform.adminUrl);
    await using proxy = startCommand(args, keys);
    const jobs = `${await proxy.url}/docs-api/v1/agent/p1/jobs`;
    const statusOf = async (authorization?: string) =>
      (await fetch(jobs, authorization === undefined ? {} : { headers: { authorization } })).status;
    assert.equal(await statusOf(`Bearer ${PLATFORM_ADMIN_KEY}`), 200);
    assert.deepEqual([await statusOf(), await statusOf(`Bearer ${PLATFORM_KEY}`)], [403, 403]);
    assert.equal(platform.received.length, 1);
    await using closed = startCommand(proxyArgs(platform.url), keys);
    const response = await fetch(`${await closed.url}/docs-api/v1/agent/p1/jobs`, {
      headers: { authorization: `Bearer ${PLATFORM_ADMIN_KEY}` },
    });
    assert.equal(response.status, 404);
    const { code, stderr } = await runCommand(args, KEY);
    assert.equal(code, 2);
    assert.match(stderr, /DOCS_ADMIN_KEY/);
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
