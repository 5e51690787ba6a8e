import { createRedisLimitStore } from '../limits/redis-limit-store.ts';
import type { LimitStore } from '../limits/rate-limit.ts';
import { loadOptional } from '../service/optional-package.ts';
import { StoreUnavailable } from '../service/storage/store-unavailable.ts';
import { printStatus } from './report-progress.ts';
import { UsageError } from './usage-error.ts';

/** Counters that outlive the process and are shared by all that name the same server. */
export interface LimitCounters {
  store: LimitStore;
  close(): Promise<void>;
}

/**
 * Connects to a Redis or Valkey server. The address, which may carry a password, is told nowhere.
 *
 * @throws Error when the package `ioredis` is not installed, UsageError when no server answers there
 */
export async function openRedisLimitCounters(url: string): Promise<LimitCounters> {
  const { Redis } = await loadOptional('Counting in Redis', ['ioredis'], () => import('ioredis'));
  // A request that waits for a server that is gone is refused soon instead of kept.
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, connectTimeout: 5000 });
  redis.on('error', () => printStatus('the server of REDIS_URL does not answer'));
  await redis.connect().catch(() => {
    redis.disconnect();
    throw new UsageError('Nobody answers at REDIS_URL.');
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
