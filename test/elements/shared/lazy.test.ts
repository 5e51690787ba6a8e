import { expect } from '@open-wc/testing';
import { lazy } from '../../../src/elements/shared/lazy.ts';

describe('lazy()', () => {
  it('loads nothing before the first use', () => {
    let starts = 0;
    const piece = lazy(async () => ++starts);
    expect(piece.value).to.equal(undefined);
    expect(piece.failed).to.equal(false);
    expect(starts).to.equal(0);
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
    expect(await Promise.all([...uses, piece.load()])).to.deep.equal([loaded, loaded, loaded]);
    expect(piece.value).to.equal(loaded);
    expect(starts).to.equal(1);
  });

  it('returns nothing after a failure, and starts another attempt with the next use', async () => {
    let starts = 0;
    const piece = lazy(async () => {
      if (++starts < 3) throw new TypeError('Failed to fetch');
      return starts;
    });
    expect(await Promise.all([piece.load(), piece.load()])).to.deep.equal([undefined, undefined]);
    expect([starts, piece.failed]).to.deep.equal([1, true]);
    expect(await piece.load()).to.equal(undefined);
    expect([starts, piece.failed]).to.deep.equal([2, true]);
    expect(await piece.load()).to.equal(3);
    expect([piece.value, piece.failed]).to.deep.equal([3, false]);
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
    expect(reports).to.deep.equal([[undefined, true]]);
    isOnline = true;
    await piece.load();
    await piece.load();
    expect(reports).to.deep.equal([
      [undefined, true],
      ['piece', false],
    ]);
  });

  it('keeps the state of each loader apart', async () => {
    const start = async (): Promise<object> => ({});
    const [first, second] = [lazy(start), lazy(start)];
    await first.load();
    expect(second.value).to.equal(undefined);
    expect(await second.load()).to.not.equal(first.value);
  });
});
