import { expect } from '@open-wc/testing';
import { Groups } from '../../../src/elements/shared/groups.ts';

/** Fails this many times, then loads. */
function failing(times: number): () => Promise<string> {
  return async () => {
    if (times-- > 0) throw new TypeError('Failed to fetch');
    return 'loaded';
  };
}

describe('Groups', () => {
  it('says that a group which was used has failed, and tries again with the next use', async () => {
    const said: boolean[] = [];
    const groups = new Groups((hasFailed) => said.push(hasFailed));
    const group = groups.create(failing(1));
    expect(await Promise.all([group.load(), group.load()])).to.deep.equal([undefined, undefined]);
    expect([said, groups.areMissing]).to.deep.equal([[true], true]);
    expect(await group.load()).to.equal('loaded');
    expect([said, groups.areMissing]).to.deep.equal([[true, false], false]);
  });

  it('does not say so before a use, and says so if a use has joined the attempt', async () => {
    const said: boolean[] = [];
    const groups = new Groups((hasFailed) => said.push(hasFailed));
    const group = groups.create(failing(2));
    expect(await group.preload()).to.equal(undefined);
    expect([said, groups.areMissing]).to.deep.equal([[false], false]);
    await Promise.all([group.preload(), group.load()]);
    expect([said, groups.areMissing]).to.deep.equal([[false, true], true]);
  });

  it('is loaded by a drawing, but not again after a failure that was said', async () => {
    let attempts = 0;
    const groups = new Groups(() => {});
    const group = groups.create(async () => {
      if (++attempts < 3) throw new TypeError('Failed to fetch');
      return 'loaded';
    });
    await group.preload();
    expect(group.draw()).to.equal(undefined);
    await group.loading;
    expect([group.draw(), attempts, group.loading]).to.deep.equal([undefined, 2, undefined]);
    groups.retry();
    await group.loading;
    expect([group.draw(), attempts, groups.areMissing]).to.deep.equal(['loaded', 3, false]);
  });

  it('loads everything that is missing again', async () => {
    const groups = new Groups(() => {});
    const [one, two] = [groups.create(failing(1)), groups.create(failing(2))];
    await Promise.all([one.load(), two.load()]);
    groups.retry();
    await Promise.all([one.loading, two.loading]);
    expect([one.value, two.value, groups.areMissing]).to.deep.equal(['loaded', undefined, true]);
  });

  it('does not say again that an attempt has failed which the reader has not asked for', async () => {
    const said: boolean[] = [];
    const groups = new Groups((hasFailed) => said.push(hasFailed));
    const group = groups.create(failing(2));
    await group.load();
    groups.retry(true);
    await group.loading;
    expect([said, groups.areMissing]).to.deep.equal([[true, false], true]);
    groups.retry(true);
    await group.loading;
    expect([said, groups.areMissing]).to.deep.equal([[true, false, false], false]);
  });
});
