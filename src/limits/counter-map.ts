import type { Counter, LimitStore } from './rate-limit.ts';

/** About 15 MB of counters. */
export const DEFAULT_MAX_COUNTERS = 100_000;

/** Milliseconds between two removals of expired counters. It is short because counters contain addresses. */
const SWEEP_INTERVAL = 60_000;

/** Counts by key, limited in number. */
export interface CounterMap {
  count(key: string): number;
  set(key: string, count: number, expiresAt: number, now: number): void;
}

/**
 * Create the map. Beyond the maximum, expired counters are removed, then the least recently used. Inventing visitors cannot evict
 * the counter of the site, because each of them updates it.
 */
export function createCounterMap(maxCounters: number): CounterMap {
  const counters = new Map<string, { count: number; expiresAt: number }>();

  let nextSweep = 0;

  function sweep(now: number): void {
    nextSweep = now + SWEEP_INTERVAL;
    for (const [key, { expiresAt }] of counters) if (expiresAt <= now) counters.delete(key);
  }

  function evict(now: number): void {
    if (counters.size >= maxCounters) sweep(now);
    for (const key of counters.keys()) {
      if (counters.size < maxCounters) return;
      counters.delete(key);
    }
  }

  return {
    count: (key) => counters.get(key)?.count ?? 0,
    set(key, count, expiresAt, now) {
      if (now >= nextSweep) sweep(now);
      // A `Map` iterates in insertion order, so that its first key is the least recently used.
      if (!counters.delete(key)) evict(now);
      counters.set(key, { count, expiresAt });
    },
  };
}

/** Charge counters of a map, as {@link LimitStore.charge} does; atomically, because it is synchronous. */
export function chargeMap(
  counters: CounterMap,
  charged: readonly Counter[],
  now: number,
): Awaited<ReturnType<LimitStore['charge']>> {
  const counts = charged.map(({ key }) => counters.count(key));
  if (charged.some(({ limit }, index) => counts[index]! >= limit)) return { accepted: false, counts };
  for (const [index, { key, expiresAt }] of charged.entries()) {
    counters.set(key, counts[index]! + 1, expiresAt, now);
  }
  return { accepted: true, counts: counts.map((count) => count + 1) };
}

/**
 * Create counters in the memory of this process: exact, but lost at its end.
 *
 * @param options.maxCounters maximum number of counters, default 100,000. Beyond that the least recently used are removed.
 */
export function createMemoryLimitStore(options: { maxCounters?: number } = {}): LimitStore {
  const counters = createCounterMap(options.maxCounters ?? DEFAULT_MAX_COUNTERS);
  return { charge: async (charged, now) => chargeMap(counters, charged, now) };
}
