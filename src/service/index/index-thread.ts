import type { UnknownText } from '../storage/vector-store.ts';
import type { BuildOptions, BuildProgress, BuildReport } from './build-index.ts';
import { WorkerCalls } from '../worker-calls.ts';

/** What the index thread does, which keeps the main thread free for searches. Files are given by their paths. */
export interface IndexCalls {
  read(options: BuildOptions): Promise<BuildReport>;
  findUnknownTexts(task: UnknownTextsTask): UnknownText[];
  exportVectors(task: ExportTask): number;
}

/** A search for the texts of the index `target` whose vector is neither in the store nor in the index `before`. */
export interface UnknownTextsTask {
  target: string;
  before: string | null;
  store: string;
  space: string;
}

/** An export of the vectors of the store into an index. */
export interface ExportTask {
  target: string;
  store: string;
  space: string;
  failure: string | null;
}

/**
 * Run `buildIndex` in a thread.
 *
 * @throws Error when the folder cannot be read, a package is missing or `signal` is aborted
 */
export function readFolder(
  options: BuildOptions,
  onProgress: (progress: BuildProgress) => void,
  signal: AbortSignal,
): Promise<BuildReport> {
  return inThread((thread) => thread.call('read', options), signal, onProgress);
}

/** Find texts without a vector in a thread. */
export function findUnknownTexts(task: UnknownTextsTask, signal: AbortSignal): Promise<UnknownText[]> {
  return inThread((thread) => thread.call('findUnknownTexts', task), signal);
}

/** Export vectors in a thread. @returns how many sections have none */
export function exportVectors(task: ExportTask, signal: AbortSignal): Promise<number> {
  return inThread((thread) => thread.call('exportVectors', task), signal);
}

async function inThread<Result>(
  run: (thread: WorkerCalls<IndexCalls, BuildProgress>) => Promise<Result>,
  signal: AbortSignal,
  onEvent?: (progress: BuildProgress) => void,
): Promise<Result> {
  signal.throwIfAborted();
  await using thread = new WorkerCalls<IndexCalls, BuildProgress>('index-worker', import.meta.url, {
    ...(onEvent && { onEvent }),
    endMessage: 'The thread that builds the index was stopped',
  });
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([run(thread), aborted]);
  } catch (error) {
    throw explainThreadError(error as Error);
  } finally {
    signal.removeEventListener('abort', abort);
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
