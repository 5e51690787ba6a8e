import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { startRedis, WITHOUT_REDIS } from '../limits/redis-server.ts';
import { temporaryFolder } from '../service/docs-folder.ts';
import { question } from '../service/http-service.ts';
import { runCommand, startCommand } from './command.ts';

const LIMIT = 5;
const KEY = 'assistant-key';

async function ask(url: string): Promise<Response> {
  const response = await fetch(`${url}/v1/assistant/docs/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(question('When is the lamp lit?')),
  });
  await response.text();
  return response;
}

it(
  'services count together in the Redis of REDIS_URL, exactly and over restarts',
  { skip: WITHOUT_REDIS },
  async () => {
    await using redis = await startRedis();
    await using folder = await temporaryFolder({ 'docs/lamp.md': '# Lamp\n\nLit at dusk.' });
    const config = join(folder.path, 'service.json');
    await writeFile(
      config,
      JSON.stringify({
        projects: [{ dir: 'docs', keys: { assistant: KEY, admin: 'admin-key' } }],
        embeddings: null,
        rateLimits: { perKeyAndMonth: LIMIT },
      }),
    );
    const serve = (name: string) =>
      startCommand(['serve', '--config', config, '--data', join(folder.path, name), '--port', '0'], {
        REDIS_URL: redis.url,
      });
    {
      await using one = serve('one');
      await using other = serve('other');
      const urls = [await one.url, await other.url];
      const responses = await Promise.all(Array.from({ length: 12 }, (_, at) => ask(urls[at % 2]!)));
      const count = (status: number) => responses.filter((response) => response.status === status).length;
      assert.deepEqual([count(200), count(429)], [LIMIT, 12 - LIMIT]);
    }
    await using again = serve('one');
    const refused = await ask(await again.url);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('ratelimit-limit'), String(LIMIT));
    assert.equal(refused.headers.get('ratelimit-remaining'), '0');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
  },
);

it('a service that cannot start ends, though it is connected to Redis', { skip: WITHOUT_REDIS }, async () => {
  await using redis = await startRedis();
  await using folder = await temporaryFolder({ 'docs/lamp.md': '# Lamp' });
  const serve = (...args: string[]) =>
    runCommand(['serve', join(folder.path, 'docs'), '--no-model', '--data', folder.path, ...args], {
      REDIS_URL: redis.url,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
    });
  const { code, stderr } = await serve('--port', '0');
  assert.equal(code, 1);
  assert.match(stderr, /127\.0\.0\.1:9|ECONNREFUSED|database/i);
});
