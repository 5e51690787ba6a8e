/** About 15 MB of counters. */
export const DEFAULT_MAX_COUNTERS = 100_000;

/** Milliseconds between two times of dropping what has expired: addresses are kept no longer than they are counted. */
const SWEEP_INTERVAL = 60_000;

/** Counts by key, as many as fit. */
export interface CounterMap {
  count(key: string): number;
  set(key: string, count: number, expiresAt: number, now: number): void;
}

/**
 * Makes room by dropping what has expired, then what was counted longest ago: nobody gets the counter of a whole site
 * forgotten by inventing visitors, because each of them counts for the site as well.
 */
export function createCounterMap(maxCounters: number): CounterMap {
  const counters = new Map<string, { count: number; expiresAt: number }>();

  let nextSweep = 0;

  function sweep(now: number): void {
    nextSweep = now + SWEEP_INTERVAL;
    for (const [key, { expiresAt }] of counters) if (expiresAt <= now) counters.delete(key);
  }

  function makeRoom(now: number): void {
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
      // A map keeps the order in which keys came in.
      if (!counters.delete(key)) makeRoom(now);
      counters.set(key, { count, expiresAt });
    },
  };
}
