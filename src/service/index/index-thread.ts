import type { UnknownText } from '../storage/vector-store.ts';
import type { BuildOptions, BuildProgress, BuildReport } from './build-index.ts';
import { startSiblingWorker } from '../sibling-worker.ts';

/** Tasks of the index thread, which keeps the main thread free for searches. Files are given by their paths. */
export type IndexTask =
  | ({ type: 'read' } & BuildOptions)
  | { type: 'find-unknown-texts'; target: string; before: string | null; store: string; space: string }
  | { type: 'export-vectors'; target: string; store: string; space: string; failure: string | null };

/** Messages of the thread: one after each file, and one at the end. */
export type IndexThreadMessage =
  | { type: 'progress'; progress: BuildProgress }
  | { type: 'done'; result: unknown }
  | { type: 'failed'; message: string };

/**
 * Run `buildIndex` in a thread.
 *
 * @throws Error when the folder cannot be read, a package is missing or `signal` is aborted
 */
export async function readFolder(
  options: BuildOptions,
  onProgress: (progress: BuildProgress) => void,
  signal: AbortSignal,
): Promise<BuildReport> {
  return (await runThread({ type: 'read', ...options }, signal, onProgress)) as BuildReport;
}

/** Find the texts of the index `target` whose vector is neither in the store nor in the index `before`. */
export async function findUnknownTexts(
  task: { target: string; before: string | null; store: string; space: string },
  signal: AbortSignal,
): Promise<UnknownText[]> {
  return (await runThread({ type: 'find-unknown-texts', ...task }, signal)) as UnknownText[];
}

/** Export the vectors of the store into an index. @returns how many sections have none */
export async function exportVectors(
  task: { target: string; store: string; space: string; failure: string | null },
  signal: AbortSignal,
): Promise<number> {
  return (await runThread({ type: 'export-vectors', ...task }, signal)) as number;
}

async function runThread(
  task: IndexTask,
  signal: AbortSignal,
  onProgress: (progress: BuildProgress) => void = () => {},
): Promise<unknown> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const worker = startSiblingWorker('index-worker', import.meta.url, task);
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);

  worker.on('message', (message: IndexThreadMessage) => {
    if (message.type === 'done') resolve(message.result);
    else if (message.type === 'failed') reject(new Error(message.message));
    else onProgress(message.progress);
  });
  worker.on('error', (error) => reject(explainThreadError(error)));
  worker.on('exit', () => reject(new Error('The thread that builds the index was stopped')));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

/** Explain a thread out of memory: a folder within all limits may still need more than a small machine has. */
function explainThreadError(error: Error & { code?: string }): Error {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new Error(
    'The documentation takes more memory than this program may use: serve a part of its folders, or give it more, for instance with NODE_OPTIONS=--max-old-space-size=8192.',
    { cause: error },
  );
}
