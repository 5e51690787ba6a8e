import { parentPort, workerData } from 'node:worker_threads';
import { explainWriteFailure } from '../storage/write-failure.ts';
import { VectorStore } from '../storage/vector-store.ts';
import { buildIndex } from './build-index.ts';
import type { IndexTask, IndexThreadMessage } from './index-thread.ts';

const send = (message: IndexThreadMessage) => parentPort!.postMessage(message);

try {
  send({ type: 'done', result: await run(workerData as IndexTask) });
} catch (error) {
  const explained = explainWriteFailure(error);
  send({ type: 'failed', message: explained instanceof Error ? explained.message : String(explained) });
}

async function run(task: IndexTask): Promise<unknown> {
  if (task.type === 'read') return buildIndex(task, (progress) => send({ type: 'progress', progress }));
  const store = VectorStore.open(task.store, task.space);
  try {
    if (task.type === 'export-vectors') return store.exportTo(task.target, task.failure);
    const texts = store.unknownTexts(task.target);
    if (texts.length === 0 || task.before === null) return texts;
    // Import the vectors of the previous index, which another machine may have built.
    store.importFrom(task.before);
    return store.unknownTexts(task.target);
  } finally {
    store.close();
  }
}
