import type { Embedder } from './embedder.ts';

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
