import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_CONTRACT_LIMITS } from '../../src/limits/contract-limits.ts';
import { chargesFor, DEFAULT_ENDPOINT_LIMITS } from '../../src/limits/endpoint-limits.ts';
import { createCounterMap, createMemoryLimitStore } from '../../src/limits/counter-map.ts';
import {
  createRateLimiter,
  rateLimitHeaders,
  type LimitStore,
  type RateLimit,
} from '../../src/limits/rate-limit.ts';

const perMinute = (limit: number): RateLimit => ({ name: 'test', limit, window: 'minute' });

/** A limiter over a clock that the test moves. */
function limiterAt(time: string) {
  let now = Date.parse(time);
  const limiter = createRateLimiter({ store: createMemoryLimitStore(), clock: () => now });
  return { limiter, moveTo: (next: string) => (now = Date.parse(next)) };
}

describe('a rate limit', () => {
  it('lets through exactly its number of parallel calls', async () => {
    const { limiter } = limiterAt('2026-11-20T10:00:00Z');
    const decisions = await Promise.all(
      Array.from({ length: 64 }, () => limiter.charge([{ limit: perMinute(10), subject: 'a' }])),
    );
    assert.equal(decisions.filter(({ accepted }) => accepted).length, 10);
  });

  it('counts every subject for itself', async () => {
    const { limiter } = limiterAt('2026-11-20T10:00:00Z');
    assert.equal((await limiter.charge([{ limit: perMinute(1), subject: 'a' }])).accepted, true);
    assert.equal((await limiter.charge([{ limit: perMinute(1), subject: 'b' }])).accepted, true);
    assert.equal((await limiter.charge([{ limit: perMinute(1), subject: 'a' }])).accepted, false);
  });

  it('charges nothing anywhere when one of several limits is used up', async () => {
    const { limiter } = limiterAt('2026-11-20T10:00:00Z');
    const wide: RateLimit = { name: 'wide', limit: 3, window: 'hour' };
    const both = [
      { limit: wide, subject: 'a' },
      { limit: perMinute(1), subject: 'a' },
    ];
    assert.equal((await limiter.charge(both)).accepted, true);
    for (let refused = 0; refused < 5; refused++) {
      assert.equal((await limiter.charge(both)).accepted, false);
    }
    assert.equal((await limiter.charge([{ limit: wide, subject: 'a' }])).remaining, 1);
  });

  const windows: [window: RateLimit['window'], before: string, after: string][] = [
    ['minute', '2026-11-20T10:00:59.999Z', '2026-11-20T10:01:00.000Z'],
    ['hour', '2026-11-20T10:59:59.999Z', '2026-11-20T11:00:00.000Z'],
    ['day', '2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00.000Z'],
    ['month', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
  ];
  for (const [window, before, after] of windows) {
    it(`starts anew with the UTC ${window}`, async () => {
      const { limiter, moveTo } = limiterAt(before);
      const charges = [{ limit: { name: 'test', limit: 1, window }, subject: 'a' }];
      assert.deepEqual(await limiter.charge(charges), {
        accepted: true,
        name: 'test',
        limit: 1,
        remaining: 0,
        resetAfter: 1,
      });
      assert.equal((await limiter.charge(charges)).accepted, false);
      moveTo(after);
      assert.equal((await limiter.charge(charges)).accepted, true);
    });
  }

  it('is told in header fields, with the wait when it is used up', async () => {
    const { limiter } = limiterAt('2026-11-20T10:00:15Z');
    const charges = [{ limit: perMinute(2), subject: 'a' }];
    assert.deepEqual(rateLimitHeaders(await limiter.charge(charges)), {
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '45',
    });
    await limiter.charge(charges);
    assert.equal(rateLimitHeaders(await limiter.charge(charges))['retry-after'], '45');
  });
});

describe('the memory store', () => {
  const charge = (store: LimitStore, key: string, expiresAt: number, now: number) =>
    store.charge([{ key, limit: 10, expiresAt }], now);

  it('forgets expired counters when it is full', async () => {
    const store = createMemoryLimitStore({ maxCounters: 2 });
    await charge(store, 'long', 1000, 0);
    await charge(store, 'short', 10, 0);
    await charge(store, 'third', 1000, 20);
    assert.deepEqual((await charge(store, 'long', 1000, 20)).counts, [2]);
  });

  it('keeps no visitor longer than a minute after the window', () => {
    const counters = createCounterMap(10);
    counters.set('address', 1, 60_000, 0);
    counters.set('site', 1, 60_000_000, 30_000);
    assert.equal(counters.count('address'), 1);
    counters.set('site', 2, 60_000_000, 120_000);
    assert.deepEqual([counters.count('address'), counters.count('site')], [0, 2]);
  });

  it('keeps the counter of a site while ever new visitors come', async () => {
    const store = createMemoryLimitStore({ maxCounters: 3 });
    for (let visitor = 1; visitor <= 8; visitor++) {
      const { counts } = await store.charge(
        [`visitor ${visitor}`, 'site'].map((key) => ({ key, limit: 10, expiresAt: 1000 })),
        0,
      );
      assert.deepEqual(counts, [1, visitor]);
    }
    assert.deepEqual((await charge(store, 'visitor 1', 1000, 0)).counts, [1], 'the oldest visitor made room');
  });
});

describe('the limits of the contract', () => {
  it('are 10,000 per key and month, per organization and hour, per address and day', () => {
    const subjects = { key: 'k', organization: 'o', address: '192.0.2.1' };
    assert.deepEqual(
      chargesFor('message', { ...DEFAULT_CONTRACT_LIMITS, ...DEFAULT_ENDPOINT_LIMITS }, subjects).map(
        ({ limit, subject }) => [limit.limit, limit.window, subject],
      ),
      [
        [10_000, 'month', 'k'],
        [10_000, 'hour', 'o'],
        [10_000, 'day', '192.0.2.1'],
      ],
    );
  });
});
