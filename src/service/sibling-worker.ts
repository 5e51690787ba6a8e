import { Worker } from 'node:worker_threads';

/**
 * Start a worker thread from the module `name` beside the caller: from TypeScript if the caller runs from source, else from the
 * compiled file.
 */
export function startSiblingWorker(name: string, callerUrl: string, data: unknown): Worker {
  const ending = callerUrl.endsWith('.ts') ? '.ts' : '.js';
  return new Worker(new URL(`./${name}${ending}`, callerUrl), { name, workerData: data });
}
