import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { FilterScope } from '../../../src/state/filter/filter-scope.ts';
import { openStorage, storageKey, type Site } from '../../../src/state/storage/storage.ts';
import { FakeWebStorage, record } from '../fakes.ts';

let site: Site;
let area: FakeWebStorage;
let pages = 0;

// The choice of a site lives as long as its page: every test is a page of its own site.
beforeEach(() => {
  site = { endpoint: '/api', domain: `docs-${++pages}` };
  area = new FakeWebStorage();
});

function openScope(pageFilter = {}, storage = openStorage('local', () => area)): FilterScope {
  return new FilterScope({ site, storage, pageFilter });
}

const kept = (): unknown => JSON.parse(area.items.get(storageKey(site, 'filter')) ?? 'null');

describe('FilterScope', () => {
  it('is the filter of the page while nothing is chosen', () => {
    assert.deepEqual(openScope({ version: 'v6', language: 'en' }).snapshot, {
      version: 'v6',
      language: 'en',
    });
  });

  it('puts what the reader chose before what the page says', () => {
    const scope = openScope({ version: 'v6', language: 'en' });
    scope.set({ version: 'v5' });
    assert.deepEqual(scope.snapshot, { version: 'v5', language: 'en' });
  });

  it('keeps one choice when the other is made', () => {
    const scope = openScope();
    scope.set({ version: 'v5' });
    scope.set({ language: 'de' });
    assert.deepEqual(scope.snapshot, { version: 'v5', language: 'de' });
  });

  it('takes null for all versions, against the page too', () => {
    const scope = openScope({ version: 'v6' });
    scope.set({ version: null });
    assert.deepEqual(scope.snapshot, {});
    assert.deepEqual(scope.choice, { version: null });
  });

  it('goes back to the page when a choice is taken back', () => {
    const scope = openScope({ version: 'v6', language: 'en' });
    scope.set({ version: 'v5', language: 'de' });
    scope.set({ version: undefined });
    assert.deepEqual(scope.snapshot, { version: 'v6', language: 'de' });
  });

  it('goes back to the page when it is cleared, and keeps nothing', () => {
    const scope = openScope({ version: 'v6' });
    scope.set({ version: 'v5' });
    scope.clear();
    assert.deepEqual(scope.snapshot, { version: 'v6' });
    assert.equal(kept(), null);
  });

  it('follows a page that changes its mind', () => {
    const scope = openScope({ version: 'v6' });
    scope.pageFilter = { version: 'v7' };
    assert.deepEqual(scope.snapshot, { version: 'v7' });
  });

  it('takes a value that is too long for none', () => {
    const scope = openScope({ version: 'v6' });
    scope.set({ version: 'v'.repeat(65) });
    assert.deepEqual(scope.snapshot, { version: 'v6' });
  });

  it('tells of a change, and keeps the snapshot when nothing changed', () => {
    const scope = openScope({ version: 'v6' });
    const told = record(scope);
    const before = scope.snapshot;
    scope.set({ version: 'v6' });
    scope.pageFilter = { version: 'v6' };
    assert.equal(scope.snapshot, before);
    scope.set({ version: 'v5' });
    assert.deepEqual(told, [{ version: 'v5' }]);
  });
});

describe('scopes of one page', () => {
  it('share the choice within a site, each with its own page filter', () => {
    const assistant = openScope({ language: 'en' });
    const search = openScope({ language: 'fr' });
    const told = record(search);
    assistant.set({ version: 'v5' });
    assert.deepEqual(told, [{ version: 'v5', language: 'fr' }]);
  });

  it('share nothing between sites', () => {
    const mine = openScope();
    const other = new FilterScope({
      site: { ...site, domain: `${site.domain}-other` },
      storage: openStorage('local', () => area),
    });
    mine.set({ version: 'v5' });
    assert.deepEqual(other.snapshot, {});
  });

  it('start with a choice made before them, even one that was never written', () => {
    openScope(
      {},
      openStorage('memory', () => null),
    ).set({ version: 'v5' });
    assert.deepEqual(openScope().snapshot, { version: 'v5' });
    assert.equal(kept(), null);
  });

  it('hear nothing once they are closed', () => {
    const closed = openScope();
    const told = record(closed);
    closed.close();
    openScope().set({ version: 'v5' });
    assert.deepEqual(told, []);
  });
});

describe('a kept choice', () => {
  it('is there again on the next page', () => {
    area.items.set(storageKey(site, 'filter'), '{"version":"v5","language":null}');
    assert.deepEqual(openScope({ version: 'v6', language: 'en' }).snapshot, { version: 'v5' });
  });

  it('is written as it was made', () => {
    openScope().set({ version: null, language: 'de' });
    assert.deepEqual(kept(), { version: null, language: 'de' });
  });

  it('is found when the storage is allowed later', () => {
    area.items.set(storageKey(site, 'filter'), '{"version":"v5"}');
    const storage = openStorage('memory', () => area);
    const scope = openScope({}, storage);
    storage.switchTo('local');
    assert.deepEqual(scope.snapshot, { version: 'v5' });
  });

  it('gives way to one made before the storage was allowed', () => {
    area.items.set(storageKey(site, 'filter'), '{"version":"v5"}');
    const storage = openStorage('memory', () => area);
    const scope = openScope({}, storage);
    scope.set({ version: 'v4' });
    storage.switchTo('local');
    assert.deepEqual(scope.snapshot, { version: 'v4' });
    assert.deepEqual(kept(), { version: 'v4' });
  });

  it('gives way to one made in another element before the storage was allowed', () => {
    area.items.set(storageKey(site, 'filter'), '{"version":"v5"}');
    const storage = openStorage('memory', () => area);
    const scope = openScope({}, storage);
    openScope(
      {},
      openStorage('memory', () => null),
    ).set({ version: 'v4' });
    storage.switchTo('local');
    assert.deepEqual(scope.snapshot, { version: 'v4' });
  });

  it('of another tab holds here too, and is taken back here when it is there', () => {
    const storage = openStorage('local', () => area);
    const scope = openScope({ version: 'v6' }, storage);
    const key = storageKey(site, 'filter');
    area.items.set(key, '{"version":"v5"}');
    storage.handleStorageEvent({ key, storageArea: area });
    assert.deepEqual(scope.snapshot, { version: 'v5' });
    area.items.delete(key);
    storage.handleStorageEvent({ key, storageArea: area });
    assert.deepEqual(scope.snapshot, { version: 'v6' });
  });

  it('of another tab is read as carefully as any other', () => {
    const storage = openStorage('local', () => area);
    const scope = openScope({}, storage);
    const key = storageKey(site, 'filter');
    area.items.set(key, '{"version":["v5"]}');
    storage.handleStorageEvent({ key, storageArea: area });
    assert.deepEqual(scope.snapshot, {});
  });

  for (const text of [
    '{"version":7}',
    '["v5"]',
    '"<b>"',
    'null',
    '{"version":"__proto__',
    '{"__proto__":{"version":"v5"}}',
  ]) {
    it(`is dropped when it reads ${text}`, () => {
      area.items.set(storageKey(site, 'filter'), text);
      assert.deepEqual(openScope({ language: 'en' }).snapshot, { language: 'en' });
    });
  }
});
