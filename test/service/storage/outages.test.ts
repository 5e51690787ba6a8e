import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { createFallbackLimitStore } from '../../../src/service/storage/fallback-limit-store.ts';
import { openPostgresStore } from '../../../src/service/storage/postgres/postgres-store.ts';
import { StoreUnavailable } from '../../../src/service/storage/service-store.ts';
import type { StateOutage } from '../../../src/service/storage/state-outages.ts';
import { startPostgres, WITHOUT_POSTGRES } from '../../support/postgres.ts';
import { ADMIN_KEY, ASSISTANT_KEY, collect, question, startService, textOf } from '../http-service.ts';
import { addKey } from '../../../src/service/keys/api-key.ts';

const LOOK_INTERVAL = 100;
const NEVER = Date.now() + 86_400_000;
const counter = (limit: number, name = 'search') => ({ key: `${name}|0|visitor`, limit, expiresAt: NEVER });

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(LOOK_INTERVAL);
}

it('what is no address of a database is refused, and not repeated', async () => {
  for (const url of [
    'postgres://user:of/the@127.0.0.1/docs',
    'postgres://user:of#the@127.0.0.1/docs',
    '://of@the',
    'of the',
  ])
    await assert.rejects(openPostgresStore(url), ({ message }: Error) => {
      assert.match(message, /^DATABASE_URL is no address of a PostgreSQL server/);
      assert.doesNotMatch(message, /of[/#@ ]the/);
      return true;
    });
});

describe('limits whose store is gone', { skip: WITHOUT_POSTGRES }, () => {
  it('go on in memory from the last counts, and are added to the store when it is back', async () => {
    await using server = await startPostgres();
    const url = await server.createDatabase();
    const [store, other] = [await openPostgresStore(url), await openPostgresStore(url)];
    const outages: string[] = [];
    const limits = createFallbackLimitStore(store.limits, {
      onFailure: () => outages.push('failed'),
      onRecovery: () => outages.push('recovered'),
    });
    const charge = () => limits.charge([counter(5)], Date.now());
    assert.deepEqual(await charge(), { accepted: true, counts: [1] });
    assert.deepEqual(await charge(), { accepted: true, counts: [2] });
    await server.stop();
    assert.deepEqual(await charge(), { accepted: true, counts: [3] });
    assert.deepEqual(await charge(), { accepted: true, counts: [4] });
    assert.deepEqual(await charge(), { accepted: true, counts: [5] });
    assert.deepEqual(await charge(), { accepted: false, counts: [5] });
    assert.deepEqual(outages, ['failed'], 'said once');
    await server.start();
    // Refused uses are not counted: these only find out that the store is back.
    const look = () => limits.charge([counter(0)], Date.now());
    await until(async () => (await look(), limits.failure === null));
    await until(async () => (await other.limits.charge([counter(0)], Date.now())).counts[0] === 5);
    assert.deepEqual(outages, ['failed', 'recovered']);
    assert.deepEqual(await charge(), { accepted: false, counts: [5] });
    await Promise.all([store.close(), other.close()]);
  });

  it('refuse the requests of strict limits', async () => {
    await using server = await startPostgres();
    const store = await openPostgresStore(await server.createDatabase());
    const limits = createFallbackLimitStore(store.limits, { strict: new Set(['assistant-key']) });
    await server.stop();
    const strict = limits.charge([counter(5), counter(5, 'assistant-key')], Date.now());
    await assert.rejects(strict, StoreUnavailable);
    assert.equal((await limits.charge([counter(5)], Date.now())).accepted, true);
    await store.close();
  });
});

describe('a service whose database is gone', { skip: WITHOUT_POSTGRES }, () => {
  it('searches and answers on, says that it is degraded, and is whole again later', async () => {
    await using server = await startPostgres();
    const databaseUrl = await server.createDatabase();
    const outages: StateOutage[] = [];
    await using running = await startService({ databaseUrl, onOutage: (outage) => outages.push(outage) });
    await running.service.ready;
    const store = await openPostgresStore(databaseUrl);
    const { key } = await addKey(store.keys, { kind: 'assistant', projectId: 'project-1', label: 'stored' });
    await store.close();
    const authorization = `Bearer ${key}`;
    const search = () => running.post('/v1/search/lighthouse', { query: 'lamp' }, { authorization });
    const readiness = async () => {
      const response = await fetch(`${running.url}/readyz`);
      const { status, store: isStoreThere, inMemory } = await response.json();
      return [response.status, status, isStoreThere, inMemory];
    };
    assert.equal((await search()).status, 200);
    const { threadId } = await ask();
    assert.deepEqual(await readiness(), [200, 'ok', true, []]);

    await server.stop();
    // Until the cached keys expire, their store is not asked.
    await until(async () => (assert.equal((await search()).status, 200), outages.length === 2));
    const first = await ask();
    const second = await ask(first.threadId);
    assert.equal(second.threadId, first.threadId, 'a conversation goes on in memory');
    assert.equal((await ask(threadId)).threadId, threadId, 'as does one of the store');
    assert.deepEqual(await readiness(), [200, 'degraded', false, ['keys', 'limits', 'threads']]);
    const update = await running.post(
      '/v1/project/update/project-1',
      {},
      { authorization: `Bearer ${ADMIN_KEY}` },
    );
    assert.deepEqual([update.status, (await update.json()).code], [503, 'unavailable']);

    await server.start();
    await until(async () => (await search(), await ask(), (await readiness())[1] === 'ok'));
    assert.deepEqual(
      outages.map(({ part, failure }) => `${part} ${failure ? 'failed' : 'back'}`).toSorted(),
      ['keys back', 'keys failed', 'limits back', 'limits failed', 'threads back', 'threads failed'],
    );

    async function ask(thread?: string) {
      const events = await collect(
        running.client.answer(question('How is the lamp lit?', thread ? { threadId: thread } : {})),
      );
      assert.notEqual(textOf(events), '');
      return { threadId: events.find((event) => event.type === 'thread')!.threadId };
    }
  });

  it('cannot tell whether a key is valid that it never read', async () => {
    await using server = await startPostgres();
    const databaseUrl = await server.createDatabase();
    const store = await openPostgresStore(databaseUrl);
    const { key } = await addKey(store.keys, { kind: 'assistant', projectId: 'project-1', label: 'unread' });
    await store.close();
    await using running = await startService({ databaseUrl });
    await running.service.ready;
    await server.stop();
    const headers = { authorization: `Bearer ${key}` };
    const response = await running.post('/v1/search/lighthouse', { query: 'x' }, headers);
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5']);
  });
});

describe('a service that drains', () => {
  it('is no longer ready, and answers as before', async () => {
    await using running = await startService();
    await running.service.ready;
    running.service.drain();
    const response = await fetch(`${running.url}/readyz`);
    assert.deepEqual([response.status, (await response.json()).status], [503, 'stopping']);
    const found = await running.post(
      '/v1/search/lighthouse',
      { query: 'lamp' },
      { authorization: `Bearer ${ASSISTANT_KEY}` },
    );
    assert.equal(found.status, 200);
  });
});
