import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lazy } from '../../src/protocol/lazy.ts';
import { loadTwice } from '../../src/protocol/load-twice.ts';

describe('lazy()', () => {
  it('loads nothing before the first use', () => {
    let starts = 0;
    const piece = lazy(async () => ++starts);
    assert.equal(piece.value, undefined);
    assert.equal(piece.failed, false);
    assert.equal(starts, 0);
  });

  it('loads once, for concurrent and later uses', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    let starts = 0;
    const piece = lazy(() => {
      starts++;
      return promise;
    });
    const uses = [piece.load(), piece.load()];
    const loaded = {};
    resolve(loaded);
    assert.deepEqual(await Promise.all([...uses, piece.load()]), [loaded, loaded, loaded]);
    assert.equal(piece.value, loaded);
    assert.equal(starts, 1);
  });

  it('returns nothing after a failure, and starts another attempt with the next use', async () => {
    let starts = 0;
    const piece = lazy(async () => {
      if (++starts < 3) throw new TypeError('Failed to fetch');
      return starts;
    });
    assert.deepEqual(await Promise.all([piece.load(), piece.load()]), [undefined, undefined]);
    assert.deepEqual([starts, piece.failed], [1, true]);
    assert.equal(await piece.load(), undefined);
    assert.deepEqual([starts, piece.failed], [2, true]);
    assert.equal(await piece.load(), 3);
    assert.deepEqual([piece.value, piece.failed], [3, false]);
  });

  it('reports each attempt before its promise is resolved', async () => {
    const reports: unknown[] = [];
    let isOnline = false;
    const piece = lazy(
      async () => {
        if (!isOnline) throw new TypeError('Failed to fetch');
        return 'piece';
      },
      { onChange: () => reports.push([piece.value, piece.failed]) },
    );
    await piece.load();
    assert.deepEqual(reports, [[undefined, true]]);
    isOnline = true;
    await piece.load();
    await piece.load();
    assert.deepEqual(reports, [
      [undefined, true],
      ['piece', false],
    ]);
  });

  it('keeps the state of each loader apart', async () => {
    const start = async (): Promise<object> => ({});
    const [first, second] = [lazy(start), lazy(start)];
    await first.load();
    assert.equal(second.value, undefined);
    assert.notEqual(await second.load(), first.value);
  });
});

describe('loadTwice()', () => {
  const failing = (failures: number) => {
    let starts = 0;
    return lazy(async () => {
      if (starts++ < failures) throw new TypeError('Failed to fetch');
      return starts;
    });
  };

  it('returns what one attempt has loaded', async () => {
    assert.equal(await loadTwice(failing(0)), 1);
  });

  it('follows a failed attempt with a second one', async () => {
    assert.equal(await loadTwice(failing(1)), 2);
  });

  it('returns nothing after two failures, and the next use tries again', async () => {
    const piece = failing(3);
    assert.equal(await loadTwice(piece), undefined);
    assert.equal(await loadTwice(piece), 4);
  });
});
