import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { createRateLimiter } from '../../../src/limits/rate-limit.ts';
import { openPostgresStore } from '../../../src/service/storage/postgres/postgres-store.ts';
import { StoreUnavailable } from '../../../src/service/storage/service-store.ts';
import { startPostgres, WITHOUT_POSTGRES } from '../../support/postgres.ts';
import { ADMIN_KEY, startService, type RunningService } from '../http-service.ts';
import { sharedPostgres } from './stores.ts';

const HOUR = 3_600_000;

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('a database that several processes share', { skip: WITHOUT_POSTGRES }, () => {
  it('is left alone but for one schema', async () => {
    const url = await (await sharedPostgres()).createDatabase();
    const store = await openPostgresStore(url);
    await store.updates.queue({ projectId: 'p:1~x', subdomain: 'x', source: 'api', commit: null });
    await store.close();
    const rows = await ask(
      url,
      `SELECT DISTINCT table_schema AS name FROM information_schema.tables
       WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY name`,
    );
    assert.deepEqual(rows, [{ name: 'docs_assistant' }]);
  });

  it('may be that of a user who owns this schema and can create no others', async () => {
    const url = await (await sharedPostgres()).createDatabase();
    const name = `guest_${new URL(url).pathname.slice(1)}`;
    await ask(url, `CREATE ROLE ${name} LOGIN`);
    await ask(url, `CREATE SCHEMA docs_assistant AUTHORIZATION ${name}`);
    const store = await openPostgresStore(url.replace('docs@', `${name}@`));
    await store.updates.queue({ projectId: 'p1', subdomain: 'x', source: 'api', commit: null });
    assert.notEqual(await store.updates.take('w1', 5_000, ['p1']), null);
    await store.close();
  });

  it('that a newer version wrote to is refused', async () => {
    const url = await (await sharedPostgres()).createDatabase();
    await (await openPostgresStore(url)).close();
    await ask(url, 'INSERT INTO docs_assistant.migrations VALUES (1000)');
    await assert.rejects(openPostgresStore(url), /newer version of docs-assistant/);
  });

  it('forgets counters when their window is over', async () => {
    const url = await (await sharedPostgres()).createDatabase();
    const store = await openPostgresStore(url);
    let now = 0;
    const limiter = createRateLimiter({ store: store.limits, clock: () => now });
    const limit = { name: 'test', limit: 5, window: 'day' } as const;
    await limiter.charge([{ limit, subject: 'a' }]);
    now = 86_400_000;
    await limiter.charge([{ limit, subject: 'b' }]);
    await store.close();
    const rows = await ask(url, 'SELECT count(*)::int AS count FROM docs_assistant.limit_counters');
    assert.deepEqual(rows, [{ count: 1 }]);
  });

  it('decides by its own clock which workers are lost', async (test) => {
    const url = await (await sharedPostgres()).createDatabase();
    const store = await openPostgresStore(url);
    const { statusId } = await store.updates.queue({
      projectId: 'p1',
      subdomain: 'x',
      source: 'api',
      commit: null,
    });
    await store.updates.take('right', HOUR, ['p1']);
    const realNow = Date.now;
    const time = test.mock.method(Date, 'now', () => realNow() + 2 * HOUR);
    assert.equal(await store.updates.take('fast', HOUR, ['p1']), null);
    time.mock.mockImplementation(() => realNow() - 2 * HOUR);
    assert.equal(await store.updates.renew(statusId, 'right', HOUR), true);
    time.mock.restore();
    assert.equal(await store.updates.take('second', HOUR, ['p1']), null);
    await store.close();
  });

  it('does not hold the name of a visitor', async () => {
    const url = await (await sharedPostgres()).createDatabase();
    const store = await openPostgresStore(url);
    await store.threads.create({ domain: 'docs', fp: 'visitor-1' });
    await store.close();
    const [row] = await ask(url, 'SELECT encode(owner, $$escape$$) AS owner FROM docs_assistant.threads');
    assert.doesNotMatch(String(row!['owner']), /visitor/);
  });
});

describe('a database that goes away', { skip: WITHOUT_POSTGRES }, () => {
  it('is told as such when a store is opened', async () => {
    await assert.rejects(openPostgresStore('postgres://docs@127.0.0.1:1/docs'), StoreUnavailable);
  });

  it('has updates refused until it is back, and ends no process', async () => {
    await using server = await startPostgres();
    const databaseUrl = await server.createDatabase();
    await using running: RunningService = await startService({ databaseUrl });
    await running.service.ready;
    const authorization = `Bearer ${ADMIN_KEY}`;
    const send = () => running.post('/v1/project/update/project-1', {}, { authorization });
    assert.equal((await send()).ok, true);
    await server.stop();
    const refused = await send();
    assert.equal(refused.status, 503);
    assert.equal(refused.headers.get('retry-after'), '5');
    assert.equal(((await refused.json()) as { code: string }).code, 'unavailable');
    await server.start();
    assert.equal((await send()).ok, true);
    assert.ok(running.failures.some((failure) => failure instanceof StoreUnavailable));
  });

  it('wakes up workers again when it is back', async () => {
    await using server = await startPostgres();
    const url = await server.createDatabase();
    const [one, other] = [await openPostgresStore(url), await openPostgresStore(url)];
    const told = new Promise<void>((resolve) => void other.updates.onQueued(resolve));
    await told;
    await server.stop();
    await server.start();
    const toldAgain = new Promise<void>((resolve) => void other.updates.onQueued(resolve));
    await one.updates.queue({ projectId: 'p1', subdomain: 'x', source: 'api', commit: null });
    await toldAgain;
    assert.notEqual(await other.updates.take('w1', 5_000, ['p1']), null);
    await one.close();
    await other.close();
  });
});
