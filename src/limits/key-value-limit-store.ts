import { createCounterMap, DEFAULT_MAX_COUNTERS } from './counter-map.ts';
import type { LimitStore } from './rate-limit.ts';

/** The required part of a key-value store, for example a namespace of Cloudflare Workers KV. */
export interface KeyValueStore {
  get(key: string): Promise<string | null>;
  /** `expiration` is in seconds since the epoch. */
  put(key: string, value: string, options: { expiration: number }): Promise<void>;
}

/** Minimum expiration that Workers KV accepts. */
const MIN_SECONDS_TO_LIVE = 60;

/**
 * Create counters in a store that can only read and write, such as Workers KV. **Not exact**: such stores are eventually
 * consistent, with a delay of up to a minute, and accept about one write per second and key, so that a limit can be exceeded by
 * concurrent requests elsewhere. Within one process the count is exact. If money depends on it, count in Redis, or in a Durable
 * Object behind a `LimitStore` of your own.
 *
 * @param options.prefix prefix of every key, default `docs-assistant`
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
      // No `await` from here to the writes, so that calls of this process see each other.
      const counts = counters.map(({ key }, index) => Math.max(own.count(key), Number(known[index]) || 0));
      if (counters.some(({ limit }, index) => counts[index]! >= limit)) return { accepted: false, counts };
      const writes = counters.map(({ key, expiresAt }, index) => {
        const count = ++counts[index]!;
        own.set(key, count, expiresAt, now);
        const expiration = Math.max(Math.ceil(expiresAt / 1000), Math.ceil(now / 1000) + MIN_SECONDS_TO_LIVE);
        return store.put(`${prefix}:${key}`, String(count), { expiration });
      });
      // Ignore a write that came too soon after another: the next one has the whole count.
      await Promise.allSettled(writes);
      return { accepted: true, counts };
    },
  };
}
