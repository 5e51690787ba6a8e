/** Fixed windows of the UTC calendar, so that all processes agree where one begins, also after a restart. */
export type LimitWindow = 'minute' | 'hour' | 'day' | 'month';

/** At most `limit` uses for each subject in each window. */
export interface RateLimit {
  /** Distinguishes the counters of this limit from those of others. */
  name: string;
  limit: number;
  window: LimitWindow;
}

/** One use to be counted: its subject and its limit. */
export interface Charge {
  limit: RateLimit;
  subject: string;
}

/** One counter of one window. */
export interface Counter {
  key: string;
  limit: number;
  /** Milliseconds since the epoch, after which the counter is void. */
  expiresAt: number;
}

/** Uses to add to a counter. */
export interface AddedUses extends Omit<Counter, 'limit'> {
  count: number;
}

/** A store of counters. */
export interface LimitStore {
  /**
   * Increment every counter, or none of them if one is at its limit, atomically.
   *
   * @returns whether it was counted, and the current counts in the order of `counters`
   */
  charge(
    counters: readonly Counter[],
    now: number,
  ): Promise<{ accepted: boolean; counts: readonly number[] }>;
  /**
   * Add uses that were counted elsewhere while the store was unavailable, also beyond a limit. Without this method they are
   * lost.
   */
  add?(uses: readonly AddedUses[]): Promise<void>;
}

/** The result of a charge, with the figures of the limit that is closest to its end. */
export interface LimitDecision {
  accepted: boolean;
  /** Name of that limit; empty if there was nothing to charge. */
  name: string;
  limit: number;
  remaining: number;
  /** Seconds, rounded up, until the window ends. */
  resetAfter: number;
}

export interface RateLimiter {
  /** Count one use against all limits together. A refused use costs nothing. */
  charge(charges: readonly Charge[]): Promise<LimitDecision>;
}

const UNLIMITED = { name: '', limit: Infinity, remaining: Infinity, resetAfter: 0 };

/** @param options.clock milliseconds since the epoch; default the clock of the system */
export function createRateLimiter(options: { store: LimitStore; clock?: () => number }): RateLimiter {
  const { store, clock = Date.now } = options;
  return {
    async charge(charges) {
      const now = clock();
      const counters = charges.map(({ limit, subject }) => toCounter(limit, subject, now));
      const { accepted, counts } = await store.charge(counters, now);
      const states = counters.map(({ limit, expiresAt }, index) => ({
        name: charges[index]!.limit.name,
        limit,
        remaining: Math.max(0, limit - (counts[index] ?? 0)),
        resetAfter: Math.ceil((expiresAt - now) / 1000),
      }));
      states.sort((a, b) => a.remaining - b.remaining || b.resetAfter - a.resetAfter);
      return { accepted, ...(states[0] ?? UNLIMITED) };
    },
  };
}

/** Return the header fields with the rest of the limit, and `Retry-After` for a refused request. */
export function rateLimitHeaders(decision: LimitDecision): Record<string, string> {
  if (decision.limit === Infinity) return {};
  return {
    'ratelimit-limit': String(decision.limit),
    'ratelimit-remaining': String(decision.remaining),
    'ratelimit-reset': String(decision.resetAfter),
    ...(!decision.accepted && { 'retry-after': String(decision.resetAfter) }),
  };
}

/** Return the name of the limit that a counter belongs to. */
export function limitNameOf({ key }: Pick<Counter, 'key'>): string {
  return key.slice(0, key.indexOf('|'));
}

function toCounter(limit: RateLimit, subject: string, now: number): Counter {
  const [start, end] = windowBounds(limit.window, now);
  return { key: `${limit.name}|${start}|${subject}`, limit: limit.limit, expiresAt: end };
}

const WINDOW_MILLISECONDS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

function windowBounds(window: LimitWindow, now: number): [start: number, end: number] {
  if (window === 'month') {
    const date = new Date(now);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return [Date.UTC(year, month), Date.UTC(year, month + 1)];
  }
  const length = WINDOW_MILLISECONDS[window];
  const start = now - (now % length);
  return [start, start + length];
}
