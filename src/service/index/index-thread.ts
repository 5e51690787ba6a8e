import type { UnknownText } from '../storage/vector-store.ts';
import type { BuildOptions, BuildProgress, BuildReport, SlowFile } from './build-index.ts';
import { startSiblingWorker } from '../sibling-worker.ts';

/** Tasks of the index thread, which keeps the main thread free for searches. Files are given by their paths. */
export type IndexTask =
  | ({ type: 'read' } & BuildOptions)
  | { type: 'find-unknown-texts'; target: string; before: string | null; store: string; space: string }
  | { type: 'export-vectors'; target: string; store: string; space: string; failure: string | null };

/** Messages of the thread: one before each file, and one at the end. */
export type IndexThreadMessage =
  | { type: 'progress'; progress: BuildProgress }
  | { type: 'done'; result: unknown }
  | { type: 'failed'; message: string };

/** Timeout of a file when others have used up the budget for slow ones, in milliseconds: ample for any page of a documentation. */
const LEAST_PARSE_MILLISECONDS = 1_000;
/** With more files than this that cannot be parsed in time, the folder is taken for an attack. */
const MAX_SLOW_FILES = 20;

/**
 * Run `buildIndex` in a thread. A file that cannot be parsed in time is left out: the thread is terminated and started again
 * without it.
 *
 * @throws Error when the folder cannot be read, a package is missing or `signal` is aborted
 */
export async function readFolder(
  options: Omit<BuildOptions, 'tooSlow'>,
  onProgress: (progress: BuildProgress) => void,
  signal: AbortSignal,
): Promise<BuildReport> {
  const { parseMilliseconds, slowMilliseconds } = options.limits;
  const tooSlow: SlowFile[] = [];
  let budget = slowMilliseconds;
  for (;;) {
    const milliseconds = Math.max(LEAST_PARSE_MILLISECONDS, Math.min(parseMilliseconds, budget));
    const end = await runThread({ type: 'read', ...options, tooSlow }, signal, {
      onProgress,
      milliseconds,
    });
    if ('result' in end) return end.result as BuildReport;
    tooSlow.push({ file: end.tooSlow, milliseconds });
    budget -= milliseconds;
    if (tooSlow.length > MAX_SLOW_FILES) throw new Error('Too many files cannot be parsed in time');
  }
}

/** Find the texts of the index `target` whose vector is neither in the store nor in the index `before`. */
export async function findUnknownTexts(
  task: { target: string; before: string | null; store: string; space: string },
  signal: AbortSignal,
): Promise<UnknownText[]> {
  const end = await runThread({ type: 'find-unknown-texts', ...task }, signal);
  return 'result' in end ? (end.result as UnknownText[]) : [];
}

/** Export the vectors of the store into an index. @returns how many sections have none */
export async function exportVectors(
  task: { target: string; store: string; space: string; failure: string | null },
  signal: AbortSignal,
): Promise<number> {
  const end = await runThread({ type: 'export-vectors', ...task }, signal);
  return 'result' in end ? (end.result as number) : Infinity;
}

async function runThread(
  task: IndexTask,
  signal: AbortSignal,
  reading?: { onProgress: (progress: BuildProgress) => void; milliseconds: number },
): Promise<{ result: unknown } | { tooSlow: string }> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<{ result: unknown } | { tooSlow: string }>();
  const worker = startSiblingWorker('index-worker', import.meta.url, task);
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  let clock: NodeJS.Timeout | undefined;

  worker.on('message', (message: IndexThreadMessage) => {
    clearTimeout(clock);
    if (message.type === 'done') resolve({ result: message.result });
    else if (message.type === 'failed') reject(new Error(message.message));
    else if (reading) {
      const { file } = message.progress;
      if (file !== null) clock = setTimeout(() => resolve({ tooSlow: file }), reading.milliseconds);
      reading.onProgress(message.progress);
    }
  });
  worker.on('error', (error) => reject(explainThreadError(error)));
  worker.on('exit', () => reject(new Error('The thread that builds the index was stopped')));
  try {
    return await promise;
  } finally {
    clearTimeout(clock);
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
