import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { FavouriteList, MAX_FAVOURITES, MAX_FAVOURITE_LENGTH } from '../../../src/state/search/favourites.ts';
import { openStorage, storageKey } from '../../../src/state/storage/storage.ts';
import { FakeWebStorage, SITE } from '../fakes.ts';

const KEY = storageKey(SITE, 'favourites');
let area: FakeWebStorage;

beforeEach(() => {
  area = new FakeWebStorage();
});

function open(storage = openStorage('local', () => area)): FavouriteList {
  return new FavouriteList({ site: SITE, storage });
}

const paths = ({ snapshot }: FavouriteList): string[] => snapshot.map(({ path }) => path);

describe('favourites', () => {
  it('are kept over reloads, the newest first', () => {
    const favourites = open();
    favourites.add({ path: 'a', title: 'A' });
    favourites.add({ path: 'b#c', title: 'C', page: 'B' });
    assert.deepEqual(open().snapshot, [
      { path: 'b#c', title: 'C', page: 'B' },
      { path: 'a', title: 'A' },
    ]);
    assert.equal(favourites.has('b#c'), true);
  });

  it('stand there once each', () => {
    const favourites = open();
    for (const path of ['a', 'b', 'a']) favourites.add({ path, title: path });
    assert.deepEqual(paths(favourites), ['a', 'b']);
  });

  it('give way to newer ones beyond their number', () => {
    const favourites = open();
    for (let index = 0; index <= MAX_FAVOURITES; index++)
      favourites.add({ path: `page-${index}`, title: 'Page' });
    assert.equal(favourites.snapshot.length, MAX_FAVOURITES);
    assert.equal(favourites.has('page-0'), false);
  });

  it('are removed one by one and all at once, without a trace', () => {
    const favourites = open();
    for (const path of ['a', 'b', 'c']) favourites.add({ path, title: path });
    favourites.remove('b');
    assert.deepEqual(paths(favourites), ['c', 'a']);
    favourites.remove();
    assert.deepEqual(paths(favourites), []);
    assert.equal(area.items.size, 0);
  });

  it('are those of all tabs', () => {
    const storage = openStorage('local', () => area);
    const favourites = open(storage);
    area.items.set(KEY, '[{"path":"a","title":"A"}]');
    storage.handleStorageEvent({ key: KEY, storageArea: area });
    assert.deepEqual(paths(favourites), ['a']);
    favourites.close();
    area.items.delete(KEY);
    storage.handleStorageEvent({ key: KEY, storageArea: area });
    assert.deepEqual(paths(favourites), ['a']);
  });

  it('are written nowhere while only memory is allowed', () => {
    const favourites = open(openStorage('memory', () => area));
    favourites.add({ path: 'a', title: 'A' });
    assert.deepEqual(paths(favourites), ['a']);
    assert.equal(area.items.size, 0);
  });

  it('are not kept with a path that is too long, and with their words cut', () => {
    const favourites = open();
    favourites.add({ path: 'p'.repeat(MAX_FAVOURITE_LENGTH + 1), title: 'A' });
    favourites.add({ path: 'a', title: 'A'.repeat(MAX_FAVOURITE_LENGTH + 1) });
    assert.deepEqual(
      favourites.snapshot.map(({ path, title }) => [path, title.length]),
      [['a', MAX_FAVOURITE_LENGTH]],
    );
  });

  for (const text of ['{}', '[7]', '[{"path":"a"}]', '[{"title":"A"}]', '[{"path":"","title":"A"}]', '[']) {
    it(`are none when ${text} is read`, () => {
      area.items.set(KEY, text);
      assert.deepEqual(open().snapshot, []);
    });
  }
});
