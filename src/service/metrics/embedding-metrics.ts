import type { EmbeddingCall } from '../models/watch-embedder.ts';
import type { MetricFactory } from './metric-factory.ts';

export interface EmbeddingMetrics {
  countCall(call: EmbeddingCall): void;
}

/** Seconds; a query is searched by words after 2. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];
const PURPOSES = ['query', 'section', 'calibration'] as const satisfies EmbeddingCall['purpose'][];
const OUTCOMES = ['ok', 'failed', 'aborted'] as const satisfies EmbeddingCall['outcome'][];

export function createEmbeddingMetrics(create: MetricFactory): EmbeddingMetrics {
  const duration = create.histogram(
    'embedding_duration_seconds',
    'Time until the texts of a call were embedded, the wait for a thread included.',
    BUCKETS,
    ['purpose'],
  );
  const texts = create.counter('embedding_texts_total', 'Texts given to the embedding model, by outcome.', [
    'purpose',
    'outcome',
  ]);
  for (const purpose of PURPOSES) {
    for (const outcome of OUTCOMES) texts.inc({ purpose, outcome }, 0);
    duration.zero({ purpose });
  }
  return {
    countCall({ purpose, outcome, texts: count, seconds }) {
      texts.inc({ purpose, outcome }, count);
      duration.observe({ purpose }, seconds);
    },
  };
}
