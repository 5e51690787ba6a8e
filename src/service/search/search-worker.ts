import { parentPort } from 'node:worker_threads';
import { openIndexInMemory } from './embedded-index.ts';
import type { SearchIndex } from '../../engine/ranking/search-index.ts';
import type { IndexCall, SearchReply, SearchTask } from './search-thread.ts';

const port = parentPort!;
const send = (reply: SearchReply) => port.postMessage(reply);
const indexes = new Map<number, SearchIndex>();

port.on('message', ({ number, task }: { number: number; task: SearchTask }) => {
  run(task).then(
    (result) => send({ type: 'done', task: number, result }),
    (error: unknown) =>
      send({ type: 'failed', task: number, message: error instanceof Error ? error.message : String(error) }),
  );
});

async function run(task: SearchTask): Promise<unknown> {
  if (task.type === 'call') return call(indexes.get(task.index)!, task.call);
  if (task.type === 'open') {
    const index = await openIndexInMemory(task.file);
    indexes.set(task.index, index);
    return index.facts;
  }
  await indexes.get(task.index)?.close();
  indexes.delete(task.index);
}

function call(index: SearchIndex, { method, parameters }: IndexCall): Promise<unknown> {
  return (index[method] as (...values: typeof parameters) => Promise<unknown>)(...parameters);
}
