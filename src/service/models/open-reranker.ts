import { findModel, type Environment } from './model-folders.ts';
import { RERANKER } from './known-models.ts';
import { openLocalReranker } from './local-reranker.ts';
import type { Reranker } from './reranker.ts';
import { meterReranker, type RerankerObserver } from './meter-reranker.ts';

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
