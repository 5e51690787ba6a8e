import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyValueLimitStore, type KeyValueStore } from '../../src/limits/key-value-limit-store.ts';

/** A namespace as Workers KV has them, whose state the test can see. */
function createNamespace() {
  const values = new Map<string, string>();
  const expirations: number[] = [];
  const namespace: KeyValueStore = {
    get: async (key) => values.get(key) ?? null,
    put: async (key, value, { expiration }) => {
      values.set(key, value);
      expirations.push(expiration);
    },
  };
  return { namespace, values, expirations };
}

const counter = { key: 'site', limit: 5, expiresAt: 1_000_000 };

describe('the key-value store', () => {
  it('is exact within one process', async () => {
    const store = createKeyValueLimitStore(createNamespace().namespace);
    const charged = await Promise.all(Array.from({ length: 64 }, () => store.charge([counter], 0)));
    assert.equal(charged.filter(({ accepted }) => accepted).length, 5);
  });

  it('goes on from what another process has counted', async () => {
    const { namespace, values } = createNamespace();
    await createKeyValueLimitStore(namespace).charge([counter], 0);
    assert.deepEqual((await createKeyValueLimitStore(namespace).charge([counter], 0)).counts, [2]);
    assert.deepEqual([...values], [['docs-assistant:site', '2']]);
  });

  it('charges nothing when one of several counters is at its limit', async () => {
    const { namespace, values } = createNamespace();
    const store = createKeyValueLimitStore(namespace);
    const charged = await store.charge([counter, { key: 'visitor', limit: 0, expiresAt: 1_000_000 }], 0);
    assert.deepEqual(charged, { accepted: false, counts: [0, 0] });
    assert.equal(values.size, 0);
  });

  it('lets the store forget a counter with its window, but no sooner than it takes', async () => {
    const { namespace, expirations } = createNamespace();
    const store = createKeyValueLimitStore(namespace);
    await store.charge([counter], 0);
    await store.charge([counter], 999_000);
    assert.deepEqual(expirations, [1000, 1059]);
  });

  it('goes on counting while writes are refused for coming too often', async () => {
    const store = createKeyValueLimitStore({
      get: async () => null,
      put: () => Promise.reject(new Error('429 Too Many Requests')),
    });
    for (let use = 1; use <= 5; use++) assert.deepEqual((await store.charge([counter], 0)).counts, [use]);
    assert.equal((await store.charge([counter], 0)).accepted, false);
  });

  it('begins anew with a value that is no number', async () => {
    const { namespace, values } = createNamespace();
    values.set('docs-assistant:site', 'garbage');
    assert.deepEqual((await createKeyValueLimitStore(namespace).charge([counter], 0)).counts, [1]);
  });
});
