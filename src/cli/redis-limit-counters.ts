import { createRedisLimitStore } from '../limits/redis-limit-store.ts';
import type { Redis } from 'ioredis';
import type { LimitStore } from '../limits/rate-limit.ts';
import { loadOptional } from '../service/optional-package.ts';
import { UsageError } from './read-option.ts';

/** Counters that survive the process and are shared by all processes with the same server. */
export interface LimitCounters {
  store: LimitStore;
  close(): Promise<void>;
}

/**
 * Connect to a Redis or Valkey server. Of its address only host and port, or the path of a socket, are printed: the rest may be a password.
 *
 * @throws Error when the package `ioredis` is not installed, UsageError when it is no address, or no server answers there
 */
export async function openRedisLimitCounters(url: string): Promise<LimitCounters> {
  const { Redis: Client } = await loadOptional('Counting in Redis', ['ioredis'], () => import('ioredis'));
  // Fail fast, because requests are counted in memory while the server is gone.
  const create = (): Redis => {
    try {
      return new Client(url, {
        lazyConnect: true,
        maxRetriesPerRequest: 1,
        connectTimeout: 5000,
        enableOfflineQueue: false,
      });
    } catch {
      throw new UsageError(
        'REDIS_URL is no address of a server, such as redis://127.0.0.1:6379. Signs such as / and # in a password have to be encoded.',
      );
    }
  };
  const redis = create();
  // Without a listener, a lost connection would end the process. Charges fail as well, and their failure is reported.
  redis.on('error', () => {});
  let reason = '';
  redis.once('error', ({ message }: Error) => (reason = `: ${message}`));
  await redis.connect().catch(() => {
    redis.disconnect();
    const { host, port, path = `${host}:${port}` } = redis.options;
    throw new UsageError(`No server answers at ${path} (REDIS_URL)${reason}.`);
  });
  return {
    store: createRedisLimitStore((script, keys, values) =>
      redis.eval(script, keys.length, ...keys, ...values),
    ),
    close: async () => void (await redis.quit().catch(() => redis.disconnect())),
  };
}
