import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { ThreadTime } from '../../../src/service/index/parse-time.ts';

const STRETCH = { elapsed: 0, ofProcess: 0 };

/** Look until the thread has answered once. */
async function lookOnce(time: ThreadTime, answers: Promise<unknown>[]): Promise<void> {
  time.look(STRETCH);
  await answers.at(-1);
}

test(
  'the time of a thread that works is counted, and that of one that waits is not',
  { timeout: 60_000 },
  async () => {
    const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    parentPort.postMessage('begin');
    if (workerData.isBusy) for (;;);
    Atomics.wait(workerData.never, 0, 0);`;
    const never = new Int32Array(new SharedArrayBuffer(4));
    const [busy, waiting] = await Promise.all(
      [true, false].map(async (isBusy) => {
        const worker = new Worker(code, { eval: true, workerData: { isBusy, never } });
        await once(worker, 'message');
        return worker;
      }),
    );
    const answers: Promise<unknown>[] = [];
    const measure = (worker: Worker) =>
      new ThreadTime(() => {
        const answer = worker.cpuUsage().then(({ user, system }) => (user + system) / 1_000);
        answers.push(answer);
        return answer;
      });
    try {
      const [ofBusy, ofWaiting] = [measure(busy!), measure(waiting!)];
      await lookOnce(ofBusy, answers);
      // A thread that waits in native code does not answer: what the process has taken is the most that it can have.
      ofWaiting.look({ elapsed: 1_000, ofProcess: 0 });
      while (ofBusy.milliseconds < 50) await lookOnce(ofBusy, answers);
      assert.equal(ofWaiting.milliseconds, 0);
    } finally {
      await Promise.all([busy!.terminate(), waiting!.terminate()]);
    }
  },
);

test('where threads do not tell their time, that of the process counts, and no more than has passed', () => {
  const time = new ThreadTime(async () => null);
  time.look({ elapsed: 1_000_000, ofProcess: 2 ** -12 });
  assert.equal(time.milliseconds, 2 ** -12);
  time.look({ elapsed: 2 ** -11, ofProcess: 1_000_000 });
  assert.equal(time.milliseconds, 3 * 2 ** -12);
});
