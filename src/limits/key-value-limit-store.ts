import { createCounterMap, DEFAULT_MAX_COUNTERS } from './counter-map.ts';
import type { LimitStore } from './rate-limit.ts';

/** What is used of a key-value store: a namespace of Cloudflare Workers KV is one as it is. */
export interface KeyValueStore {
  get(key: string): Promise<string | null>;
  /** `expiration` is in seconds since the epoch. */
  put(key: string, value: string, options: { expiration: number }): Promise<void>;
}

/** Workers KV refuses an end that is nearer. */
const MIN_SECONDS_TO_LIVE = 60;

/**
 * Counters in a store that only reads and writes, such as Workers KV. **Not exact**: such stores let other places see a
 * write up to a minute later and take about one write a second for a key, so a limit can be passed by what happens
 * meanwhile elsewhere. Within one process the count is exact. Where money depends on it, count in Redis, or in a
 * Durable Object behind a `LimitStore` of your own.
 *
 * @param options.prefix put before every key, default `docs-assistant`
 */
export function createKeyValueLimitStore(
  store: KeyValueStore,
  options: { prefix?: string } = {},
): LimitStore {
  const { prefix = 'docs-assistant' } = options;
  const own = createCounterMap(DEFAULT_MAX_COUNTERS);
  return {
    async charge(counters, now) {
      const known = await Promise.all(counters.map(({ key }) => store.get(`${prefix}:${key}`)));
      // From here to the writes nothing waits, so that calls of this process see each other.
      const counts = counters.map(({ key }, index) => Math.max(own.count(key), Number(known[index]) || 0));
      if (counters.some(({ limit }, index) => counts[index]! >= limit)) return { accepted: false, counts };
      const writes = counters.map(({ key, expiresAt }, index) => {
        const count = ++counts[index]!;
        own.set(key, count, expiresAt, now);
        const expiration = Math.max(Math.ceil(expiresAt / 1000), Math.ceil(now / 1000) + MIN_SECONDS_TO_LIVE);
        return store.put(`${prefix}:${key}`, String(count), { expiration });
      });
      // A write that came too soon after another is made up for by the next one: it carries the whole count.
      await Promise.allSettled(writes);
      return { accepted: true, counts };
    },
  };
}
