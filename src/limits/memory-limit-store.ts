import { createCounterMap, DEFAULT_MAX_COUNTERS } from './counter-map.ts';
import type { LimitStore } from './rate-limit.ts';

/**
 * Create counters in the memory of this process: exact, but lost at its end.
 *
 * @param options.maxCounters most counters, default 100,000. Beyond that the least recently used are removed.
 */
export function createMemoryLimitStore(options: { maxCounters?: number } = {}): LimitStore {
  const counters = createCounterMap(options.maxCounters ?? DEFAULT_MAX_COUNTERS);
  return {
    // No `await` inside, so that check and count are atomic.
    async charge(charged, now) {
      const counts = charged.map(({ key }) => counters.count(key));
      if (charged.some(({ limit }, index) => counts[index]! >= limit)) return { accepted: false, counts };
      for (const [index, { key, expiresAt }] of charged.entries()) {
        counters.set(key, counts[index]! + 1, expiresAt, now);
      }
      return { accepted: true, counts: counts.map((count) => count + 1) };
    },
  };
}
