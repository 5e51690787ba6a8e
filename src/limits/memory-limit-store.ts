import { createCounterMap, DEFAULT_MAX_COUNTERS } from './counter-map.ts';
import type { LimitStore } from './rate-limit.ts';

/**
 * Counters in this process's memory: exact for one process, gone with it.
 *
 * @param options.maxCounters counters kept at once, default 100,000. Beyond that the least recently counted are forgotten.
 */
export function createMemoryLimitStore(options: { maxCounters?: number } = {}): LimitStore {
  const counters = createCounterMap(options.maxCounters ?? DEFAULT_MAX_COUNTERS);
  return {
    // No `await` inside: nothing can come between the check and the count.
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
