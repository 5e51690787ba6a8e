export interface EmbedOptions {
  signal?: AbortSignal;
}

export interface EmbedQueryOptions extends EmbedOptions {
  /** Whether the queries calibrate the model, so that no visitor waits for them. */
  isCalibration?: boolean;
}

/** A text to be found by its meaning. */
export interface Passage {
  /** Where the text stands: the title of its page and the headings above it. */
  place: string;
  text: string;
}

/** Turns texts into vectors whose cosine measures how similar the texts are in meaning. */
export interface Embedder {
  /** Display name of the model. */
  readonly name: string;
  /** Vector space: vectors with the same one are comparable. */
  readonly space: string;
  /** Whether the model was trained on English only, so that other languages depend on words. */
  readonly isEnglishOnly: boolean;
  /** Texts per call. */
  readonly batchSize: number;
  /** Calls at the same time. */
  readonly concurrency: number;
  /**
   * Return vectors of queries, of length 1, in their order. Queries overtake waiting passages, because a visitor waits for them.
   */
  embedQueries(queries: readonly string[], options?: EmbedQueryOptions): Promise<Float32Array[]>;
  /**
   * Return vectors of passages, of length 1, in their order: several of a passage that is longer than the model reads, one for each
   * piece with the place in front of it.
   */
  embedPassages(passages: readonly Passage[], options?: EmbedOptions): Promise<(readonly Float32Array[])[]>;
  close(): Promise<void>;
}

/** Scale a vector to length 1, so that a dot product is a cosine. Throws when a component is not finite. */
export function normalize(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length)) throw new Error('The model answered with an invalid vector');
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** One call of the embedding model. */
export interface EmbeddingCall {
  /** Text of a search or question, texts of sections, or headings as queries. */
  purpose: 'query' | 'section' | 'calibration';
  texts: number;
  outcome: 'ok' | 'failed' | 'aborted';
  /** The wait for a thread of the model included. */
  seconds: number;
}

/** Return an embedder whose calls are observed. @param onCall called once for each, when it has ended */
export function meterEmbedder(embedder: Embedder, onCall: (call: EmbeddingCall) => void): Embedder {
  async function watch<Result>(
    purpose: EmbeddingCall['purpose'],
    texts: number,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const started = performance.now();
    const report = (outcome: EmbeddingCall['outcome']) =>
      onCall({ purpose, texts, outcome, seconds: (performance.now() - started) / 1000 });
    try {
      const result = await work();
      report('ok');
      return result;
    } catch (error) {
      report(signal?.aborted ? 'aborted' : 'failed');
      throw error;
    }
  }

  return {
    ...embedder,
    embedQueries: (queries, options = {}) =>
      watch(options.isCalibration ? 'calibration' : 'query', queries.length, options.signal, () =>
        embedder.embedQueries(queries, options),
      ),
    embedPassages: (passages, options = {}) =>
      watch('section', passages.length, options.signal, () => embedder.embedPassages(passages, options)),
  };
}
