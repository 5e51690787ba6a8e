import type { Passage } from './embedder.ts';
import { findModel, type Environment } from './model-folders.ts';
import { RERANKER } from './known-models.ts';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { ModelPool } from './model-pool.ts';
import { ModelThread } from './model-thread.ts';
import type { OnnxRuntimeName } from './onnx-runtime.ts';

/** Reads a query and a passage together, and says how well the passage answers. More exact than vectors, and much slower. */
export interface Reranker {
  /** Display name of the model. */
  readonly name: string;
  /** Whether the model was trained on English only. */
  readonly isEnglishOnly: boolean;
  /**
   * Return how well each passage answers the query, 0 to 1, in their order.
   *
   * @param signal takes back the passages that still wait for the model
   */
  score(query: string, passages: readonly Passage[], signal: AbortSignal): Promise<number[]>;
  close(): Promise<void>;
}

/** A cross-encoder in a folder of this machine. */
export interface RerankerOptions {
  folder: string;
}

/**
 * Return the cross-encoder to use without an option: that in the folder `DOCS_RERANKER_FOLDER`, else the one downloaded into the data
 * folder or for this user. `null`: none, also with `DOCS_RERANKER_FOLDER=none`.
 */
export function defaultReranker(
  dataDir: string | null,
  environment: Environment = process.env,
): RerankerOptions | null {
  const { DOCS_RERANKER_FOLDER: given } = environment;
  if (given === 'none') return null;
  const folder = given || findModel(RERANKER, dataDir, environment);
  return folder === null ? null : { folder };
}

/**
 * Open the cross-encoder. A missing one is no error.
 *
 * @param choice `undefined`: that of the environment, else a downloaded one
 * @param observer told of calls and of failures, also when there is one that cannot be loaded: then nothing is reranked
 */
export async function openReranker(
  choice: RerankerOptions | null | undefined,
  dataDir: string,
  observer: RerankerObserver,
): Promise<Reranker | null> {
  const chosen = choice === undefined ? defaultReranker(dataDir) : choice;
  if (chosen === null) return null;
  try {
    return meterReranker(await openLocalReranker(chosen.folder), observer);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    observer.onFailure(new Error(`Answers are not reranked: ${reason}`, { cause: error }));
    return null;
  }
}

interface LocalRerankerOptions {
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

export const RERANKING_OUTCOMES = ['ok', 'failed', 'timeout', 'aborted'] as const;

/** One call of the cross-encoder. */
export interface RerankingCall {
  /** `aborted`: the reader left; `timeout`: the hits stayed as they were because it took too long. */
  outcome: (typeof RERANKING_OUTCOMES)[number];
  /** The wait for a thread of the model included. */
  seconds: number;
}

interface RerankerObserver {
  /** Called once for each call, when it has ended. */
  onCall?: ((call: RerankingCall) => void) | undefined;
  /** Called when calls begin to fail, and again only after one has succeeded: each question would repeat the same reason. */
  onFailure: (error: Error) => void;
}

/** Return a reranker whose calls are observed. */
export function meterReranker(
  reranker: Reranker,
  { onCall = () => {}, onFailure }: RerankerObserver,
): Reranker {
  let isFailing = false;

  function report(outcome: RerankingCall['outcome'], started: number, reason?: unknown): void {
    onCall({ outcome, seconds: (performance.now() - started) / 1000 });
    if (outcome === 'aborted') return;
    const isNew = outcome !== 'ok' && !isFailing;
    isFailing = outcome !== 'ok';
    if (!isNew) return;
    const message = reason instanceof Error ? reason.message : String(reason);
    onFailure(
      new Error(
        `Answers are not reranked for the time being: ${outcome === 'timeout' ? 'the model takes too long' : message}`,
        { cause: reason },
      ),
    );
  }

  return {
    ...reranker,
    async score(query, passages, signal) {
      const started = performance.now();
      try {
        const scores = await reranker.score(query, passages, signal);
        report('ok', started);
        return scores;
      } catch (error) {
        report(signal.aborted ? outcomeOfAbort(signal) : 'failed', started, error);
        throw error;
      }
    },
  };
}

function outcomeOfAbort({ reason }: AbortSignal): 'timeout' | 'aborted' {
  return reason instanceof Error && reason.name === 'TimeoutError' ? 'timeout' : 'aborted';
}
