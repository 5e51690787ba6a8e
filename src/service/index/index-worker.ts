import { parentPort, workerData } from 'node:worker_threads';
import { buildIndex } from './build-index.ts';
import type { BuildOptions } from './build-index.ts';
import type { IndexWorkerMessage } from './refresh-index.ts';

const send = (message: IndexWorkerMessage) => parentPort!.postMessage(message);

try {
  const report = await buildIndex(workerData as BuildOptions, (progress) =>
    send({ type: 'progress', progress }),
  );
  send({ type: 'done', report });
} catch (error) {
  send({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
}
