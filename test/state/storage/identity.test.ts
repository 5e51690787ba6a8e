import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createUuid, readOrCreateFp, removeFp } from '../../../src/state/storage/identity.ts';
import { openStorage } from '../../../src/state/storage/storage.ts';
import { FakeWebStorage } from '../fakes.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe('createUuid', () => {
  it('makes a random UUID', () => {
    assert.match(createUuid(), UUID);
  });

  it('makes one on pages that are not served over HTTPS too', () => {
    const native = crypto.randomUUID;
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true, writable: true });
    try {
      assert.match(createUuid(), UUID);
      assert.notEqual(createUuid(), createUuid());
    } finally {
      Object.defineProperty(crypto, 'randomUUID', { value: native, configurable: true, writable: true });
    }
  });
});

describe('fp', () => {
  it('is made once and kept under its public name', () => {
    const area = new FakeWebStorage();
    const fp = readOrCreateFp(openStorage('local', () => area));
    assert.match(fp, UUID);
    assert.equal(area.items.get('docs-assistant:fp'), `"${fp}"`);
    assert.equal(readOrCreateFp(openStorage('local', () => area)), fp);
  });

  it('stays the same while everything is blocked', () => {
    const storage = openStorage('local', () => Object.assign(new FakeWebStorage(), { blocked: true }));
    assert.equal(readOrCreateFp(storage), readOrCreateFp(storage));
  });

  it('is made anew after it was removed', () => {
    const storage = openStorage('memory', () => null);
    const fp = readOrCreateFp(storage);
    removeFp(storage);
    assert.notEqual(readOrCreateFp(storage), fp);
  });

  for (const text of ['"me@example.org"', '{"toString":"x"}', '17', '"' + 'a'.repeat(5000) + '"']) {
    it(`is replaced when the stored one is ${text.slice(0, 20)}`, () => {
      const area = new FakeWebStorage();
      area.items.set('docs-assistant:fp', text);
      assert.match(readOrCreateFp(openStorage('local', () => area)), UUID);
    });
  }
});
