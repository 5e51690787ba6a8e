/** Turns texts into vectors whose cosine says how near they are in meaning. */
export interface Embedder {
  /** Name of the model, for people. */
  readonly name: string;
  /** Names the space of the vectors: equal for vectors that may be compared. */
  readonly space: string;
  /** Whether the model knows only English, so that other languages should rather be found by their words. */
  readonly isEnglishOnly: boolean;
  /** How many texts to give at once. */
  readonly batchSize: number;
  /** How many batches to give at a time. */
  readonly concurrency: number;
  /** Return vectors of length 1, in the order of the texts. A query goes before the texts of sections that wait. */
  embed(
    texts: readonly string[],
    options?: { signal?: AbortSignal; isQuery?: boolean },
  ): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Scales a vector to length 1, so that a dot product is a cosine. Throws when it holds anything but finite numbers. */
export function normalize(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length)) throw new Error('The model answered with something that is no vector');
  return length === 0 ? vector : vector.map((value) => value / length);
}
