import { MODEL_CALL_OUTCOMES, type ModelCall } from '../answer/model/model-calls.ts';
import type { MetricFactory } from './metric-factory.ts';

export interface ModelMetrics {
  countCall(call: ModelCall): void;
}

/** Seconds; a call may take as long as an answer. */
const BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];
const PURPOSES = ['answer', 'rewrite'] as const satisfies ModelCall['purpose'][];

export function createModelMetrics(create: MetricFactory): ModelMetrics {
  const total = create.counter('model_calls_total', 'Requests to the language model, by outcome.', [
    'purpose',
    'outcome',
  ]);
  const duration = create.histogram(
    'model_call_duration_seconds',
    'Time until a request to the language model ended.',
    BUCKETS,
    ['purpose'],
  );
  const firstToken = create.histogram(
    'model_first_token_seconds',
    'Time until the first text of an answer.',
    BUCKETS,
  );
  const tokens = create.counter('model_tokens_total', 'Tokens as the endpoint of the model reports them.', [
    'purpose',
    'kind',
  ]);
  // A series that appears with its first call would be no increase.
  for (const purpose of PURPOSES) {
    for (const outcome of MODEL_CALL_OUTCOMES) total.inc({ purpose, outcome }, 0);
    for (const kind of ['prompt', 'completion']) tokens.inc({ purpose, kind }, 0);
    duration.zero({ purpose });
  }
  return {
    countCall({ purpose, outcome, seconds, firstTokenSeconds, promptTokens, completionTokens }) {
      total.inc({ purpose, outcome });
      duration.observe({ purpose }, seconds);
      if (firstTokenSeconds !== null) firstToken.observe(firstTokenSeconds);
      tokens.inc({ purpose, kind: 'prompt' }, promptTokens);
      tokens.inc({ purpose, kind: 'completion' }, completionTokens);
    },
  };
}
