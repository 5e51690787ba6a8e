import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openRedisLimitCounters } from '../../src/cli/redis-limit-counters.ts';
import { createRateLimiter } from '../../src/limits/rate-limit.ts';
import { startRedis, WITHOUT_REDIS } from '../limits/redis-server.ts';

it('counters in a Redis that is gone fail at once', { skip: WITHOUT_REDIS }, async () => {
  const redis = await startRedis();
  const counters = await openRedisLimitCounters(redis.url);
  const limiter = createRateLimiter({ store: counters.store });
  const limit = { name: 'test', limit: 5, window: 'day' } as const;
  assert.equal((await limiter.charge([{ limit, subject: 'a' }])).remaining, 4);
  await redis[Symbol.asyncDispose]();
  await assert.rejects(limiter.charge([{ limit, subject: 'a' }]));
  await counters.close();
});

it('a Redis that does not answer is named, without its password', async () => {
  await assert.rejects(openRedisLimitCounters('redis://user:of-the-redis@127.0.0.1:9'), {
    name: 'UsageError',
    message: 'No server answers at 127.0.0.1:9 (REDIS_URL): connect ECONNREFUSED 127.0.0.1:9.',
  });
});

it('a socket that does not answer is named', async () => {
  await assert.rejects(openRedisLimitCounters('/nowhere/redis.sock'), {
    message: 'No server answers at /nowhere/redis.sock (REDIS_URL): connect ENOENT /nowhere/redis.sock.',
  });
});

it('what is no address is refused by the name of its variable, without the password that makes it none', async () => {
  for (const url of ['redis://:of/the@127.0.0.1:9', 'redis://user:of#the@127.0.0.1:9', '://of@the'])
    await assert.rejects(openRedisLimitCounters(url), ({ name, message }: Error) => {
      assert.equal(name, 'UsageError');
      assert.match(message, /^REDIS_URL is no address/);
      assert.doesNotMatch(message, /of\/the|of#the|of@the/);
      return true;
    });
});
