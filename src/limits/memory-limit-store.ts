import { chargeMap, createCounterMap, DEFAULT_MAX_COUNTERS } from './counter-map.ts';
import type { LimitStore } from './rate-limit.ts';

/**
 * Create counters in the memory of this process: exact, but lost at its end.
 *
 * @param options.maxCounters most counters, default 100,000. Beyond that the least recently used are removed.
 */
export function createMemoryLimitStore(options: { maxCounters?: number } = {}): LimitStore {
  const counters = createCounterMap(options.maxCounters ?? DEFAULT_MAX_COUNTERS);
  return { charge: async (charged, now) => chargeMap(counters, charged, now) };
}
