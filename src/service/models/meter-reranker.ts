import type { Reranker } from './reranker.ts';

export const RERANKING_OUTCOMES = ['ok', 'failed', 'timeout', 'aborted'] as const;

/** One call of the cross-encoder. */
export interface RerankingCall {
  /** `aborted`: the reader left; `timeout`: the hits stayed as they were because it took too long. */
  outcome: (typeof RERANKING_OUTCOMES)[number];
  /** The wait for a thread of the model included. */
  seconds: number;
}

export interface RerankerObserver {
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
