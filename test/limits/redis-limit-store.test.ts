import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { createRateLimiter, type Charge, type RateLimit } from '../../src/limits/rate-limit.ts';
import { createProxy, createRedisLimitStore, type LimitStore } from '../../src/proxy.ts';
import { postMessage, question } from '../proxy/requests.ts';
import { stopClock } from '../support/stop-clock.ts';
import { startRedis, WITHOUT_REDIS, type RunningRedis } from './redis-server.ts';

stopClock();

const CLIENTS = 64;
const REQUESTS_PER_CLIENT = 8;

interface Clients extends AsyncDisposable {
  stores: LimitStore[];
  /** One more connection, to look around. */
  redis: Redis;
}

/** Connections of their own, as so many processes have them. */
async function connect({ url }: RunningRedis, count: number, prefix?: string): Promise<Clients> {
  const clients = Array.from({ length: count + 1 }, () => new Redis(url));
  await Promise.all(clients.map((client) => client.ping()));
  const [redis, ...others] = clients;
  return {
    redis: redis!,
    stores: others.map((client) =>
      createRedisLimitStore(
        (script, keys, values) => client.eval(script, keys.length, ...keys, ...values),
        prefix === undefined ? {} : { prefix },
      ),
    ),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(clients.map((client) => client.quit()));
    },
  };
}

const limit = (name: string, value: number, window: RateLimit['window'] = 'day'): RateLimit => ({
  name,
  limit: value,
  window,
});

describe('the Redis store', { skip: WITHOUT_REDIS }, () => {
  it(`is exact for ${CLIENTS} clients that charge at once`, async () => {
    await using server = await startRedis();
    await using clients = await connect(server, CLIENTS);
    const charges: Charge[] = [{ limit: limit('site', 100), subject: 'all' }];
    const decisions = await Promise.all(
      clients.stores.flatMap((store) => {
        const limiter = createRateLimiter({ store });
        return Array.from({ length: REQUESTS_PER_CLIENT }, () => limiter.charge(charges));
      }),
    );
    const accepted = decisions.filter((decision) => decision.accepted);
    assert.equal(accepted.length, 100);
    const remaining = accepted.map((decision) => decision.remaining).toSorted((a, b) => a - b);
    assert.deepEqual(
      remaining,
      Array.from({ length: 100 }, (_, index) => index),
      'every use has a number of its own',
    );
  });

  it('charges nothing anywhere when one of several limits is used up, also in a race', async () => {
    await using server = await startRedis();
    await using clients = await connect(server, CLIENTS);
    const wide = limit('wide', 1000);
    const decisions = await Promise.all(
      clients.stores.map((store) =>
        createRateLimiter({ store }).charge([
          { limit: wide, subject: 'all' },
          { limit: limit('narrow', 10), subject: 'visitor' },
        ]),
      ),
    );
    assert.equal(decisions.filter(({ accepted }) => accepted).length, 10);
    const next = await createRateLimiter({ store: clients.stores[0]! }).charge([
      { limit: wide, subject: 'all' },
    ]);
    assert.equal(next.remaining, 1000 - 10 - 1);
  });

  it(`holds the budgets of ${CLIENTS} proxies that share it`, async () => {
    await using server = await startRedis();
    await using clients = await connect(server, CLIENTS);
    let asked = 0;
    const responses = await Promise.all(
      clients.stores.flatMap((limitStore, index) => {
        const proxy = createProxy({
          upstream: 'http://127.0.0.1:9',
          keys: { assistant: 'key' },
          domains: ['docs'],
          limitStore,
          siteLimits: { messagesPerDay: 50 },
          visitorLimits: { messagesPerMinute: 7 },
          fetch: async () => {
            asked++;
            return Response.json([]);
          },
        });
        // Half of the visitors come from one address.
        const remoteAddress = index % 2 === 0 ? '192.0.2.1' : `198.51.100.${index}`;
        return [1, 2, 3].map((turn) =>
          proxy(postMessage({ ...question, fp: `${index}-${turn}` }), { remoteAddress }),
        );
      }),
    );
    assert.equal(asked, 50);
    assert.equal(responses.filter(({ status }) => status === 200).length, 50);
    const fromOne = responses.filter((_, index) => Math.floor(index / 3) % 2 === 0);
    assert.ok(fromOne.filter(({ status }) => status === 200).length <= 7);
  });

  const visitors: [what: string, ask: (index: number) => [fp: string, remoteAddress: string]][] = [
    ['address', (index) => [`fp-${index}`, '192.0.2.1']],
    ['fp', (index) => ['fp-1', `192.0.2.${index}`]],
  ];
  for (const [what, visitor] of visitors) {
    it(`holds the limit of one ${what}, for a day, over ${CLIENTS} proxies`, async () => {
      await using server = await startRedis();
      await using clients = await connect(server, CLIENTS);
      const responses = await Promise.all(
        clients.stores.map((limitStore, index) => {
          const proxy = createProxy({
            upstream: 'http://127.0.0.1:9',
            keys: { assistant: 'key' },
            domains: ['docs'],
            limitStore,
            visitorLimits: { messagesPerMinute: Infinity, messagesPerDay: 7 },
            fetch: async () => Response.json([]),
          });
          const [fp, remoteAddress] = visitor(index);
          return proxy(postMessage({ ...question, fp }), { remoteAddress });
        }),
      );
      assert.equal(responses.filter(({ status }) => status === 200).length, 7);
    });
  }

  it('forgets a counter when its window ends', async () => {
    await using server = await startRedis();
    await using clients = await connect(server, 1);
    const end = Date.now() + 60_000;
    await clients.stores[0]!.charge([{ key: 'k', limit: 1, expiresAt: end }], Date.now());
    assert.equal(await clients.redis.pexpiretime('{docs-assistant}:k'), end);
  });

  it('keeps two sites apart by their prefixes', async () => {
    await using server = await startRedis();
    const counter = { key: 'k', limit: 1, expiresAt: Date.now() + 60_000 };
    for (const prefix of ['one', 'two']) {
      await using clients = await connect(server, 1, prefix);
      assert.equal((await clients.stores[0]!.charge([counter], Date.now())).accepted, true);
    }
  });
});
