import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readThread } from '../../../src/state/archive/conversation-archive.ts';
import {
  MAX_STORED_LENGTH,
  openStorage,
  storageKey,
  type CheckedStorage,
} from '../../../src/state/storage/storage.ts';
import { readFilterChoice } from '../../../src/state/storage/stored-values.ts';
import { FakeWebStorage } from '../fakes.ts';

const KEY = 'docs-assistant:/api|docs:draft';
const readString = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function openOver(area: FakeWebStorage): CheckedStorage {
  return openStorage('local', () => area);
}

describe('storage', () => {
  it('names values by endpoint and domain', () => {
    assert.equal(
      storageKey({ endpoint: '/api', domain: 'docs' }, 'thread'),
      'docs-assistant:/api|docs:thread',
    );
  });

  it('takes an endpoint with and without a slash at its end for the same', () => {
    assert.equal(
      storageKey({ endpoint: '/api/', domain: 'docs' }, 'history'),
      'docs-assistant:/api|docs:history',
    );
  });

  it('gives back what was written, also to the next page', () => {
    const area = new FakeWebStorage();
    openOver(area).write(KEY, 'half a question');
    assert.equal(openOver(area).read(KEY, readString), 'half a question');
  });

  it('asks for the storage of its kind', () => {
    const asked: string[] = [];
    openStorage('session', (kind) => {
      asked.push(kind);
      return new FakeWebStorage();
    });
    assert.deepEqual(asked, ['session']);
  });

  it('never asks for a storage when everything stays in memory', () => {
    const storage = openStorage('memory', () => assert.fail('a storage was asked for'));
    storage.write(KEY, 'secret');
    assert.equal(storage.read(KEY, readString), 'secret');
  });

  it('removes a value', () => {
    const area = new FakeWebStorage();
    const storage = openOver(area);
    storage.write(KEY, 'gone');
    storage.remove(KEY);
    assert.equal(storage.read(KEY, readString), null);
    assert.equal(area.items.size, 0);
  });
});

describe('storage that refuses', () => {
  const refusals: Record<string, () => CheckedStorage> = {
    'whose getter throws': () =>
      openStorage('local', () => {
        throw new DOMException('denied', 'SecurityError');
      }),
    'that does not exist': () => openStorage('local', () => null),
    'that is blocked': () => openOver(Object.assign(new FakeWebStorage(), { blocked: true })),
    'that is full': () => openOver(Object.assign(new FakeWebStorage(), { full: true })),
  };
  for (const [name, open] of Object.entries(refusals)) {
    it(`keeps values in memory beside a storage ${name}`, () => {
      const storage = open();
      assert.equal(storage.read(KEY, readString), null);
      storage.write(KEY, 'kept');
      assert.equal(storage.read(KEY, readString), 'kept');
      storage.remove(KEY);
      assert.equal(storage.read(KEY, readString), null);
    });
  }

  it('leaves no older value behind when a newer one does not fit', () => {
    const area = new FakeWebStorage();
    const storage = openOver(area);
    storage.write(KEY, 'old');
    area.full = true;
    storage.write(KEY, 'new');
    assert.equal(storage.read(KEY, readString), 'new');
    assert.equal(area.items.has(KEY), false);
  });

  it('writes again once there is room', () => {
    const area = new FakeWebStorage();
    const storage = openOver(area);
    area.full = true;
    storage.write(KEY, 'first');
    area.full = false;
    storage.write(KEY, 'second');
    assert.equal(area.items.get(KEY), '"second"');
    assert.equal(storage.read(KEY, readString), 'second');
  });
});

describe('stored values that somebody tampered with', () => {
  const tampered: Record<string, string> = {
    'broken JSON': '{"threadId":',
    'an HTML page': '<!doctype html><img src=x onerror=alert(1)>',
    'another type': '["threadId"]',
    'a text over the limit': JSON.stringify({ threadId: 'x', padding: 'x'.repeat(MAX_STORED_LENGTH) }),
    'a thread id over the limit': JSON.stringify({ threadId: 'x'.repeat(257) }),
    'deep nesting': '['.repeat(100_000) + ']'.repeat(100_000),
  };
  for (const [name, text] of Object.entries(tampered)) {
    it(`drops ${name}`, () => {
      const area = new FakeWebStorage();
      area.items.set(KEY, text);
      assert.equal(openOver(area).read(KEY, readThread), null);
      assert.equal(area.items.has(KEY), false);
    });
  }

  it('copies known fields only, and no prototype', () => {
    const area = new FakeWebStorage();
    area.items.set(KEY, '{"threadId":"t","threadKey":7,"__proto__":{"admin":true},"constructor":1,"more":1}');
    const thread = openOver(area).read(KEY, readThread);
    assert.deepEqual(thread, { threadId: 't' });
    assert.equal('admin' in (thread ?? {}), false);
  });

  it('drops a value whose reader throws', () => {
    const area = new FakeWebStorage();
    area.items.set(KEY, '{}');
    const read = (): never => {
      throw new TypeError('unexpected');
    };
    assert.equal(openOver(area).read(KEY, read), null);
  });

  it('leaves filter values of a wrong type or length out', () => {
    const version = 'v'.repeat(65);
    assert.deepEqual(readFilterChoice({ version, language: null, more: 'x' }), { language: null });
  });

  it('does not keep what is too long, nor the value before it', () => {
    const area = new FakeWebStorage();
    const storage = openOver(area);
    storage.write(KEY, 'short');
    storage.write(KEY, 'x'.repeat(MAX_STORED_LENGTH));
    assert.equal(storage.read(KEY, readString), null);
    assert.equal(area.items.has(KEY), false);
  });
});

describe('switching the kind of storage', () => {
  it('carries what is in memory over, before what was kept there', () => {
    const area = new FakeWebStorage();
    area.items.set(KEY, '"from last week"');
    const storage = openStorage('memory', () => area);
    storage.write(KEY, 'typed today');
    storage.switchTo('local');
    assert.equal(area.items.get(KEY), '"typed today"');
    assert.equal(storage.kind, 'local');
  });

  it('finds what was kept there', () => {
    const area = new FakeWebStorage();
    area.items.set(KEY, '"from last week"');
    const storage = openStorage('memory', () => area);
    storage.switchTo('local');
    assert.equal(storage.read(KEY, readString), 'from last week');
  });

  it('writes nothing any more after a switch to memory', () => {
    const area = new FakeWebStorage();
    const storage = openOver(area);
    storage.switchTo('memory');
    storage.write(KEY, 'private');
    assert.equal(area.items.size, 0);
  });

  it('keeps values in memory when the new storage is full', () => {
    const storage = openStorage('memory', () => Object.assign(new FakeWebStorage(), { full: true }));
    storage.write(KEY, 'kept');
    storage.switchTo('local');
    assert.equal(storage.read(KEY, readString), 'kept');
  });

  it('tells listeners, but not when the kind stays the same', () => {
    const storage = openStorage('memory', () => new FakeWebStorage());
    const told: (string | null)[] = [];
    storage.subscribe((key) => told.push(key));
    storage.switchTo('memory');
    storage.switchTo('local');
    assert.deepEqual(told, [null]);
  });
});

describe('storage events of other tabs', () => {
  function listen(kind: 'local' | 'memory') {
    const area = new FakeWebStorage();
    const storage = openStorage(kind, () => area);
    const told: (string | null)[] = [];
    const unsubscribe = storage.subscribe((key) => told.push(key));
    return { area, storage, told, unsubscribe };
  }

  it('are told by name', () => {
    const { area, storage, told } = listen('local');
    storage.handleStorageEvent({ key: KEY, storageArea: area });
    assert.deepEqual(told, [KEY]);
  });

  it('are ignored for names of others, for another storage and for memory', () => {
    const { area, storage, told } = listen('local');
    storage.handleStorageEvent({ key: 'cart', storageArea: area });
    storage.handleStorageEvent({ key: KEY, storageArea: new FakeWebStorage() });
    storage.handleStorageEvent({ key: null, storageArea: area });
    const memory = listen('memory');
    memory.storage.handleStorageEvent({ key: KEY, storageArea: memory.area });
    assert.deepEqual([...told, ...memory.told], []);
  });

  it('are not told after the subscription ended', () => {
    const { area, storage, told, unsubscribe } = listen('local');
    unsubscribe();
    storage.handleStorageEvent({ key: KEY, storageArea: area });
    assert.deepEqual(told, []);
  });
});
