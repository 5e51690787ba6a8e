import { createRedisLimitStore } from '../limits/redis-limit-store.ts';
import type { LimitStore } from '../limits/rate-limit.ts';
import { loadOptional } from '../service/optional-package.ts';
import { StoreUnavailable } from '../service/storage/store-unavailable.ts';
import { printStatus } from './report-progress.ts';
import { UsageError } from './usage-error.ts';

/** Counters that survive the process and are shared by all processes with the same server. */
export interface LimitCounters {
  store: LimitStore;
  close(): Promise<void>;
}

/**
 * Connect to a Redis or Valkey server. The address is never printed, because it may contain a password.
 *
 * @throws Error when the package `ioredis` is not installed, UsageError when no server answers there
 */
export async function openRedisLimitCounters(url: string): Promise<LimitCounters> {
  const { Redis } = await loadOptional('Counting in Redis', ['ioredis'], () => import('ioredis'));
  // Fail fast: a request is refused instead of waiting for a server that is gone.
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, connectTimeout: 5000 });
  redis.on('error', () => printStatus('the server of REDIS_URL does not answer'));
  await redis.connect().catch(() => {
    redis.disconnect();
    throw new UsageError('No server answers at REDIS_URL.');
  });
  return {
    store: createRedisLimitStore((script, keys, values) =>
      redis.eval(script, keys.length, ...keys, ...values).catch((error: unknown) => {
        throw new StoreUnavailable(error);
      }),
    ),
    close: async () => void (await redis.quit()),
  };
}
