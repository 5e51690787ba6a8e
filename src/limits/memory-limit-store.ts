import type { LimitStore } from './rate-limit.ts';

/** About 15 MB of counters. */
const DEFAULT_MAX_COUNTERS = 100_000;

/**
 * Counters in this process's memory: exact for one process, gone with it.
 *
 * @param options.maxCounters counters kept at once, default 100,000. Beyond that the oldest are forgotten first.
 */
export function createMemoryLimitStore(options: { maxCounters?: number } = {}): LimitStore {
  const { maxCounters = DEFAULT_MAX_COUNTERS } = options;
  const counters = new Map<string, { count: number; expiresAt: number }>();

  function makeRoom(now: number, wanted: number): void {
    if (counters.size + wanted <= maxCounters) return;
    for (const [key, { expiresAt }] of counters) if (expiresAt <= now) counters.delete(key);
    for (const key of counters.keys()) {
      if (counters.size + wanted <= maxCounters) return;
      counters.delete(key);
    }
  }

  return {
    // No `await` inside: nothing can come between the check and the count.
    async charge(charged, now) {
      const counts = charged.map(({ key }) => counters.get(key)?.count ?? 0);
      if (charged.some(({ limit }, index) => (counts[index] ?? 0) >= limit)) {
        return { accepted: false, counts };
      }
      makeRoom(now, charged.filter(({ key }) => !counters.has(key)).length);
      for (const [index, { key, expiresAt }] of charged.entries()) {
        counters.set(key, { count: (counts[index] ?? 0) + 1, expiresAt });
      }
      return { accepted: true, counts: counts.map((count) => count + 1) };
    },
  };
}
