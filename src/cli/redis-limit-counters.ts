import { createRedisLimitStore } from '../limits/redis-limit-store.ts';
import type { LimitStore } from '../limits/rate-limit.ts';
import { loadOptional } from '../service/optional-package.ts';
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
  // Fail fast, because requests are counted in memory while the server is gone.
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    connectTimeout: 5000,
    enableOfflineQueue: false,
  });
  // Without a listener, a lost connection would end the process. Charges fail as well, and their failure is reported.
  redis.on('error', () => {});
  let reason = '';
  redis.once('error', ({ message }: Error) => (reason = `: ${message}`));
  await redis.connect().catch(() => {
    redis.disconnect();
    const { host, port } = redis.options;
    throw new UsageError(`No server answers at ${host}:${port} (REDIS_URL)${reason}.`);
  });
  return {
    store: createRedisLimitStore((script, keys, values) =>
      redis.eval(script, keys.length, ...keys, ...values),
    ),
    close: async () => void (await redis.quit().catch(() => redis.disconnect())),
  };
}
