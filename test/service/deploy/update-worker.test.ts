import assert from 'node:assert/strict';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import type { UpdateStore } from '../../../src/service/storage/service-store.ts';
import { startUpdateWorker } from '../../../src/service/deploy/update-worker.ts';

const LEASE = 4_000;

/** A worker with nothing to do, on a clock that the test moves. */
function startIdle(test: TestContext) {
  test.mock.timers.enable({ apis: ['setTimeout'] });
  let looks = 0;
  let seen = 0;
  let wake = () => {};
  const updates = {
    take: async () => (looks++, null),
    onQueued: (listener: () => void) => ((wake = listener), () => {}),
  } as Partial<UpdateStore> as UpdateStore;
  const worker = startUpdateWorker({
    projects: [],
    store: { updates, generations: null! },
    onFailure: assert.ifError,
    leaseMilliseconds: LEASE,
  });
  return {
    worker,
    wake: () => wake(),
    /** @returns how often it has looked since the last call */
    async pass(milliseconds: number): Promise<number> {
      const before = seen;
      for (let passed = 0; passed < milliseconds; passed += 100) {
        test.mock.timers.tick(100);
        await yieldToEventLoop();
      }
      seen = looks;
      return looks - before;
    },
  };
}

test('a worker that finds nothing looks ever less often, up to once in a lease', async (context) => {
  const { worker, pass } = startIdle(context);
  const first = await pass(LEASE);
  assert.ok(first >= 3, `${first} looks in the first lease`);
  const later = await pass(20 * LEASE);
  assert.ok(later >= 20 && later <= 40, `${later} looks in 20 leases`);
  await worker.close();
  assert.equal(await pass(LEASE), 0);
});

test('a worker that waits looks at once when an update is queued', async (context) => {
  const { worker, pass, wake } = startIdle(context);
  await pass(10 * LEASE);
  wake();
  assert.equal(await pass(0), 1);
  await worker.close();
});
