import type { Embedder } from './embedder.ts';
import { openEndpointEmbedder, type EndpointEmbedderOptions } from './endpoint-embedder.ts';
import { ENGLISH } from './known-models.ts';
import { findModel, type Environment } from './model-folders.ts';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { ModelPool } from './model-pool.ts';
import { ModelThread } from './model-thread.ts';
import type { OnnxRuntimeName } from './onnx-runtime.ts';

/** An embedding model: in a folder of this machine, or behind an OpenAI-compatible endpoint. */
export type EmbeddingModelOptions = { folder: string } | EndpointEmbedderOptions;

/**
 * Return the model to use without an option: that of the environment, `DOCS_EMBEDDINGS_URL` with `DOCS_EMBEDDINGS_NAME` and
 * `DOCS_EMBEDDINGS_KEY`, else the folder `DOCS_EMBEDDINGS_FOLDER`; else the one downloaded into the data folder or for this user.
 * `null`: none.
 */
export function defaultEmbeddingModel(
  dataDir: string | null,
  environment: Environment = process.env,
): EmbeddingModelOptions | null {
  const { DOCS_EMBEDDINGS_URL: url, DOCS_EMBEDDINGS_NAME: name, DOCS_EMBEDDINGS_KEY: key } = environment;
  if (url) return { url, name: name || 'text-embedding-3-small', ...(key && { key }) };
  if (environment.DOCS_EMBEDDINGS_FOLDER) return { folder: environment.DOCS_EMBEDDINGS_FOLDER };
  const folder = findModel(ENGLISH, dataDir, environment);
  return folder === null ? null : { folder };
}

/** Open a model. @throws Error when a local model cannot be loaded, with the missing file */
export async function openEmbedder(options: EmbeddingModelOptions): Promise<Embedder> {
  return 'folder' in options ? openLocalEmbedder(options.folder) : openEndpointEmbedder(options);
}

export interface LocalEmbedderOptions {
  /** Threads that embed at the same time. Default: one per core, at most {@link MAX_THREADS}. */
  threads?: number;
  /** Default: the native runtime if it is installed and works, else WebAssembly. */
  runtime?: OnnxRuntimeName;
}

/** Maximum number of threads. Each has its own copy of the model: eight take about 1 GB. */
const MAX_THREADS = 8;

/**
 * Open a model of this machine in worker threads, one text at a time in each. Batches of several texts are not faster on a CPU,
 * and they change the vectors, because the model's 8-bit arithmetic has one scale for all texts of a batch (`npm run
 * bench:embedding` shows both).
 *
 * @throws Error when the model cannot be loaded
 */
export async function openLocalEmbedder(
  folder: string,
  options: LocalEmbedderOptions = {},
): Promise<Embedder> {
  const { threads = Math.min(availableParallelism(), MAX_THREADS) } = options;
  const start = () =>
    new ModelThread({ kind: 'embedding', folder: resolve(folder), runtime: options.runtime });
  const first = start();
  try {
    const { isEnglishOnly, fingerprint, runtime } = await first.loaded;
    const pool = new ModelPool(first, threads, start);
    return {
      name: `${basename(resolve(folder))} (${runtime})`,
      space: `local:${fingerprint}`,
      isEnglishOnly,
      batchSize: 1,
      // Queue as many again, so that no thread is ever idle.
      concurrency: 2 * threads,
      embedQueries: async (queries, { isCalibration = false, signal } = {}) => {
        const isUrgent = !isCalibration;
        const vectors = queries.map((text) => pool.run({ kind: 'query', text }, { isUrgent, signal }));
        return (await Promise.all(vectors)).flat();
      },
      embedPassages: (passages, { signal } = {}) =>
        Promise.all(passages.map((passage) => pool.run({ kind: 'passage', passage }, { signal }))),
      close: () => pool.close(),
    };
  } catch (error) {
    await first.close();
    throw error;
  }
}
