import type { Passage } from './embedder.ts';

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
