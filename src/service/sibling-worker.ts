import { Worker } from 'node:worker_threads';

/**
 * Starts a worker thread from the module `name` beside the caller: its TypeScript source where the caller runs from source,
 * else what the compiler made of it.
 */
export function startSiblingWorker(name: string, callerUrl: string, data: unknown): Worker {
  const ending = callerUrl.endsWith('.ts') ? '.ts' : '.js';
  return new Worker(new URL(`./${name}${ending}`, callerUrl), { name, workerData: data });
}
