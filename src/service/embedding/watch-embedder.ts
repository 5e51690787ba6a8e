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
export function watchEmbedder(embedder: Embedder, onCall: (call: EmbeddingCall) => void): Embedder {
  return {
    ...embedder,
    async embed(texts, options = {}) {
      const started = performance.now();
      const report = (outcome: EmbeddingCall['outcome']) =>
        onCall({
          purpose: options.isCalibration ? 'calibration' : options.isQuery ? 'query' : 'section',
          texts: texts.length,
          outcome,
          seconds: (performance.now() - started) / 1000,
        });
      try {
        const vectors = await embedder.embed(texts, options);
        report('ok');
        return vectors;
      } catch (error) {
        report(options.signal?.aborted ? 'aborted' : 'failed');
        throw error;
      }
    },
  };
}
