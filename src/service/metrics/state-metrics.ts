import { STATE_PARTS, type StateOutage, type StatePart } from '../storage/state-outages.ts';
import type { MetricFactory } from './metric-factory.ts';

export interface StateMetrics {
  countOutage(outage: StateOutage): void;
  countInsightsFailure(): void;
  /** @param parts the parts that memory replaces */
  measure(parts: readonly StatePart[]): void;
}

export function createStateMetrics(create: MetricFactory): StateMetrics {
  const byPart = ['part'] as const;
  const inMemory = create.gauge(
    'state_in_memory',
    '1 while memory of the process replaces a part of the state whose store is unavailable.',
    byPart,
  );
  const outages = create.counter('state_outages_total', 'Times that memory began to replace a part.', byPart);
  const insights = create.counter(
    'insights_failures_total',
    'Times that counts of insights could not be added to the store; they are added later.',
    [],
  );
  insights.inc(0);
  for (const part of STATE_PARTS) outages.inc({ part }, 0);
  return {
    countOutage({ part, failure }) {
      if (failure !== null) outages.inc({ part });
    },
    countInsightsFailure: () => insights.inc(),
    measure(parts) {
      for (const part of STATE_PARTS) inMemory.set({ part }, parts.includes(part) ? 1 : 0);
    },
  };
}
