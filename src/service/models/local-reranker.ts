import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { ModelPool } from './model-pool.ts';
import { ModelThread } from './model-thread.ts';
import type { OnnxRuntimeName } from './onnx-runtime.ts';
import type { Reranker } from './reranker.ts';

export interface LocalRerankerOptions {
  /** Default: the native runtime if it is installed and works, else WebAssembly. */
  runtime?: OnnxRuntimeName;
}

/** Maximum number of threads, each with its own copy of the model. One answer keeps all of them busy. */
const MAX_THREADS = 4;

/** Open a cross-encoder of this machine in worker threads. @throws Error when it cannot be loaded */
export async function openLocalReranker(
  folder: string,
  { runtime }: LocalRerankerOptions = {},
): Promise<Reranker> {
  const start = () => new ModelThread({ kind: 'reranker', folder: resolve(folder), runtime });
  const first = start();
  try {
    const { isEnglishOnly, runtime: used } = await first.loaded;
    const pool = new ModelPool(first, Math.min(availableParallelism(), MAX_THREADS), start);
    return {
      name: `${basename(resolve(folder))} (${used})`,
      isEnglishOnly,
      score: (query, passages, signal) =>
        Promise.all(
          passages.map(async (passage) => {
            const [score] = await pool.run({ kind: 'pair', query, passage }, { signal });
            return score![0]!;
          }),
        ),
      close: () => pool.close(),
    };
  } catch (error) {
    await first.close();
    throw error;
  }
}
