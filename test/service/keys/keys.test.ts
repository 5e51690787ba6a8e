import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { addKey, isWellFormed } from '../../../src/service/keys/api-key.ts';
import { digestOf } from '../../../src/service/keys/digest.ts';
import { createKeyRing, readGivenKeys } from '../../../src/service/keys/key-ring.ts';
import type { ServiceStore } from '../../../src/service/storage/service-store.ts';
import { openServiceStore } from '../../../src/service/storage/open-store.ts';

let folder: string;
let store: ServiceStore;
const failures: unknown[] = [];
const onFailure = (error: unknown) => failures.push(error);

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  store = await openServiceStore({ dataDir: folder });
});

after(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const make = (kind: 'assistant' | 'admin', projectId = 'project-1') =>
  addKey(store.keys, { kind, projectId, label: 'test' });

describe('a key that is made', () => {
  it('tells what it is by its prefix and is not found out by trying', async () => {
    const { key } = await make('assistant');
    assert.match(key, /^docs_assistant_[0-9A-Za-z]{49}$/);
    assert.match((await make('admin')).key, /^docs_admin_[0-9A-Za-z]{49}$/);
    assert.notEqual(key, (await make('assistant')).key);
  });

  it('is told from one that is cut or mistyped by its checksum', async () => {
    const { key } = await make('assistant');
    assert.ok(isWellFormed(key));
    assert.ok(!isWellFormed(key.slice(0, -1)));
    assert.ok(!isWellFormed(key.replace('assistant', 'admin')));
    const last = key.at(-10)!;
    assert.ok(!isWellFormed(`${key.slice(0, -10)}${last === 'x' ? 'y' : 'x'}${key.slice(-9)}`));
  });

  it('is kept as its digest alone', async () => {
    const { id, key } = await make('admin');
    const kept = (await store.keys.digests()).find((record) => record.id === id)!;
    assert.deepEqual(kept.digest, digestOf(key));
    assert.doesNotMatch(JSON.stringify(await store.keys.list()), new RegExp(key.slice(-20)));
  });
});

describe('the ring of keys', () => {
  const ringOf = (clock: () => number, given: Parameters<typeof readGivenKeys>[0] = []) =>
    createKeyRing({ given: readGivenKeys(given), store: store.keys, clock, onFailure });

  it('finds a key that was made while the service runs within a second, and loses one that was revoked', async () => {
    let now = 0;
    const ring = ringOf(() => now);
    await ring.find(`Bearer ${(await make('admin')).key}`);
    const { id, key } = await make('assistant', 'project-2');
    now = 1000;
    const found = await ring.find(`Bearer ${key}`);
    assert.deepEqual([found?.id, found?.kind, [...found!.projectIds]], [id, 'assistant', ['project-2']]);
    assert.equal(await store.keys.revoke(id), true);
    now = 2000;
    assert.equal(await ring.find(`Bearer ${key}`), null);
  });

  it('asks the store once for all that come in a second', async () => {
    let readings = 0;
    const counted = { ...store.keys, digests: () => (readings++, store.keys.digests()) };
    const ring = createKeyRing({ given: [], store: counted, clock: () => 5, onFailure });
    const { key } = await make('assistant');
    await ring.find(`Bearer ${key.slice(0, -1)}`);
    assert.equal(readings, 0, 'what is no key of ours is not looked for');
    await Promise.all(Array.from({ length: 20 }, () => ring.find(`Bearer ${key}`)));
    assert.equal(readings, 1);
  });

  it('goes on for an hour with the keys that it has read when the store fails, then refuses all', async () => {
    const { key } = await make('admin');
    let now = 0;
    let isBroken = true;
    const digests = () => (isBroken ? Promise.reject(new Error('gone')) : store.keys.digests());
    const keysOf = () =>
      createKeyRing({ given: [], store: { ...store.keys, digests }, clock: () => now, onFailure });
    await assert.rejects(keysOf().find(`Bearer ${key}`), /^StoreUnavailable: .*gone/, 'never read');
    isBroken = false;
    const ring = keysOf();
    assert.equal((await ring.find(`Bearer ${key}`))?.kind, 'admin');
    isBroken = true;
    now = 3_599_999;
    assert.equal((await ring.find(`Bearer ${key}`))?.kind, 'admin');
    assert.match(String(ring.failure), /gone/);
    now = 3_601_000;
    await assert.rejects(ring.find(`Bearer ${key}`), /StoreUnavailable/);
  });

  it('notes when a key was used', async () => {
    const { id, key } = await make('assistant');
    await ringOf(() => 0).find(`Bearer ${key}`);
    const record = (await store.keys.list()).find((known) => known.id === id)!;
    assert.ok(record.usedAt! >= record.createdAt);
    assert.deepEqual(failures, []);
  });

  it('takes keys that are given in text without asking the store', async () => {
    const ring = createKeyRing({
      given: readGivenKeys([
        { projectId: 'one', keys: { assistant: ['old', 'new'], admin: 'admin' } },
        { projectId: 'two', keys: { assistant: 'old' } },
      ]),
      store: { ...store.keys, digests: () => Promise.reject(new Error('not to be asked')) },
      onFailure,
    });
    assert.deepEqual([...(await ring.find('Bearer old'))!.projectIds], ['one', 'two']);
    assert.deepEqual([...(await ring.find('bearer new'))!.projectIds], ['one']);
    assert.equal((await ring.find('Bearer admin'))!.kind, 'admin');
  });
});
