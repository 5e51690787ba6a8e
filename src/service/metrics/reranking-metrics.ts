import { RERANKING_OUTCOMES, type RerankingCall } from '../models/watch-reranker.ts';
import type { MetricFactory } from './metric-factory.ts';

export interface RerankingMetrics {
  countCall(call: RerankingCall): void;
}

/** Seconds; hits stay as they are after 2. */
const BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 5];

export function createRerankingMetrics(create: MetricFactory): RerankingMetrics {
  const total = create.counter(
    'rerankings_total',
    'Calls of the cross-encoder, one for each search of an answer.',
    ['outcome'],
  );
  const duration = create.histogram(
    'reranking_duration_seconds',
    'Time of one call of the cross-encoder, the wait for its threads included.',
    BUCKETS,
  );
  for (const outcome of RERANKING_OUTCOMES) total.inc({ outcome }, 0);
  return {
    countCall({ outcome, seconds }) {
      total.inc({ outcome });
      duration.observe(seconds);
    },
  };
}
