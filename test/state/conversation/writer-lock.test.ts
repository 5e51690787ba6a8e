import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { openStorage, type CheckedStorage } from '../../../src/state/storage/storage.ts';
import { createLeaseLock, LEASE_TIME, type WriterLock } from '../../../src/state/conversation/writer-lock.ts';
import { FakeWebStorage } from '../fakes.ts';

const NAME = 'docs-assistant:/api|docs:history:1';
const KEY = `${NAME}:lease`;

let area: FakeWebStorage;

beforeEach(() => {
  area = new FakeWebStorage();
  mock.timers.enable({ apis: ['setInterval', 'Date'] });
});

afterEach(() => mock.timers.reset());

/** A tab of the same visitor. */
function openTab(): { storage: CheckedStorage; lock: WriterLock } {
  const storage = openStorage('local', () => area);
  return { storage, lock: createLeaseLock(storage) };
}

const never = (): AbortSignal => new AbortController().signal;
const ignore = (): void => {};
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the lease of a conversation', () => {
  it('is given at once when nobody has it, and leaves nothing behind', async () => {
    const release = await openTab().lock(NAME, never(), () => assert.fail('There is nobody to wait for.'));
    assert.equal(area.items.has(KEY), true);
    release();
    assert.deepEqual([...area.items], []);
  });

  it('is given to one tab at a time, and to the next as soon as it is told', async () => {
    const [one, two] = [openTab(), openTab()];
    const release = await one.lock(NAME, never(), ignore);
    let isHeld = false;
    let isWaiting = false;
    const wait = (): void => {
      isWaiting = true;
    };
    const held = two.lock(NAME, never(), wait).then((free) => {
      isHeld = true;
      return free;
    });
    await settled();
    assert.deepEqual([isHeld, isWaiting], [false, true]);
    release();
    two.storage.handleStorageEvent({ key: KEY, storageArea: area });
    (await held)();
  });

  it('is kept for as long as it is held', async () => {
    const [one, two] = [openTab(), openTab()];
    const release = await one.lock(NAME, never(), ignore);
    let isHeld = false;
    const held = two.lock(NAME, never(), ignore).then((free) => {
      isHeld = true;
      return free;
    });
    mock.timers.tick(10 * LEASE_TIME);
    await settled();
    assert.equal(isHeld, false);
    release();
    mock.timers.tick(LEASE_TIME);
    (await held)();
  });

  it('is free again some time after its tab was closed', async () => {
    area.items.set(
      KEY,
      JSON.stringify({ owner: '0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a', until: Date.now() + LEASE_TIME }),
    );
    const held = openTab().lock(NAME, never(), ignore);
    mock.timers.tick(2 * LEASE_TIME);
    (await held)();
  });

  it('that was tampered with keeps nobody out', async () => {
    for (const lease of [
      '{',
      '{"owner":1}',
      `{"owner":"0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a","until":9e15}`,
    ]) {
      area.items.set(KEY, lease);
      (await openTab().lock(NAME, never(), ignore))();
    }
  });

  it('is not waited for any more once the signal says so', async () => {
    const [one, two] = [openTab(), openTab()];
    const release = await one.lock(NAME, never(), ignore);
    const controller = new AbortController();
    const held = two.lock(NAME, controller.signal, ignore);
    controller.abort(new Error('stopped'));
    await assert.rejects(held, /stopped/);
    release();
    mock.timers.tick(LEASE_TIME);
    assert.deepEqual([...area.items], []);
    await assert.rejects(two.lock(NAME, controller.signal, ignore), /stopped/);
  });
});
