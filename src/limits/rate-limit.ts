/** Windows follow the UTC calendar, so that every process and every restart agrees where one begins. */
export type LimitWindow = 'minute' | 'hour' | 'day' | 'month';

/** At most `limit` uses for each subject in each window. */
export interface RateLimit {
  /** Sets the counters of this limit apart from those of others. */
  name: string;
  limit: number;
  window: LimitWindow;
}

/** One use that is about to be counted: whose, and against which limit. */
export interface Charge {
  limit: RateLimit;
  subject: string;
}

/** One counter of one window. */
export interface Counter {
  key: string;
  limit: number;
  /** Milliseconds since the epoch; the counter means nothing from then on. */
  expiresAt: number;
}

/** Where the counters live. */
export interface LimitStore {
  /**
   * Adds one to every counter, or to none of them when one is at its limit, in one step that no other call comes between.
   *
   * @returns whether it was counted, and the counts that stand now, in the order of `counters`
   */
  charge(
    counters: readonly Counter[],
    now: number,
  ): Promise<{ accepted: boolean; counts: readonly number[] }>;
}

/** What a charge came to, told for the limit that is closest to its end. */
export interface LimitDecision {
  accepted: boolean;
  /** Name of that limit; empty when nothing was charged. */
  name: string;
  limit: number;
  remaining: number;
  /** Seconds, rounded up, until the window ends. */
  resetAfter: number;
}

export interface RateLimiter {
  /** Counts one use against all limits together; a refused use costs nothing anywhere. */
  charge(charges: readonly Charge[]): Promise<LimitDecision>;
}

const UNLIMITED = { name: '', limit: Infinity, remaining: Infinity, resetAfter: 0 };

/** @param options.clock milliseconds since the epoch; default the system's */
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

/** The header fields that tell a client how much is left; with `Retry-After` when the request was refused. */
export function rateLimitHeaders(decision: LimitDecision): Record<string, string> {
  if (decision.limit === Infinity) return {};
  return {
    'ratelimit-limit': String(decision.limit),
    'ratelimit-remaining': String(decision.remaining),
    'ratelimit-reset': String(decision.resetAfter),
    ...(!decision.accepted && { 'retry-after': String(decision.resetAfter) }),
  };
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
