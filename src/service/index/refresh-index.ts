import type { BuildOptions, BuildProgress, BuildReport } from './build-index.ts';
import { startSiblingWorker } from './sibling-worker.ts';

/** What the worker says: before each file, and how it ended. */
export type IndexWorkerMessage =
  | { type: 'progress'; progress: BuildProgress }
  | { type: 'done'; report: BuildReport }
  | { type: 'failed'; message: string };

/** After so many files that do not end, the folder is taken for an attack. */
const MAX_SLOW_FILES = 20;

/**
 * Runs `buildIndex` in a worker thread, so that searches go on meanwhile. A file on which the parser does not come to an end
 * in time is left out: the worker is ended and started again.
 *
 * @throws Error when the folder cannot be read, a package is missing or `signal` ends it.
 */
export async function refreshIndex(
  options: Omit<BuildOptions, 'tooSlow'>,
  onProgress: (progress: BuildProgress) => void,
  signal: AbortSignal,
): Promise<BuildReport> {
  const tooSlow: string[] = [];
  for (;;) {
    const result = await runWorker({ ...options, tooSlow }, onProgress, signal);
    if ('report' in result) return result.report;
    tooSlow.push(result.tooSlow);
    if (tooSlow.length > MAX_SLOW_FILES) throw new Error('Too many files cannot be parsed in time');
  }
}

async function runWorker(
  options: BuildOptions,
  onProgress: (progress: BuildProgress) => void,
  signal: AbortSignal,
): Promise<{ report: BuildReport } | { tooSlow: string }> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<{ report: BuildReport } | { tooSlow: string }>();
  const worker = startSiblingWorker('index-worker', import.meta.url, options);
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  let clock: NodeJS.Timeout | undefined;

  worker.on('message', (message: IndexWorkerMessage) => {
    clearTimeout(clock);
    if (message.type === 'done') resolve({ report: message.report });
    else if (message.type === 'failed') reject(new Error(message.message));
    else {
      const { file } = message.progress;
      if (file !== null)
        clock = setTimeout(() => resolve({ tooSlow: file }), options.limits.parseMilliseconds);
      onProgress(message.progress);
    }
  });
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('The thread that reads the documentation was stopped')));
  try {
    return await promise;
  } finally {
    clearTimeout(clock);
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}
