import {
  createRateLimiter,
  type LimitDecision,
  type LimitStore,
  type LimitWindow,
  type RateLimit,
} from '../limits/rate-limit.ts';

/** Operations of visitors that are counted. */
export type CountedOperation = 'message' | 'search' | 'feedback' | 'follow';

/** Limits of one visitor, counted by address, questions also by `fp`. */
export interface VisitorLimits {
  /** Questions to the assistant in a minute. Default 20. */
  messagesPerMinute: number;
  /** Questions to the assistant in a day. Default 200. */
  messagesPerDay: number;
  /** Searches in a minute; typing makes several. Default 300. */
  searchesPerMinute: number;
  /** Feedback in a minute. Default 30. */
  feedbackPerMinute: number;
  /** Reports of followed links in a minute. Default 60. */
  followsPerMinute: number;
}

/** Limits of all visitors together: the budget of the whole proxy. */
export interface SiteLimits {
  /** Questions to the assistant in a minute. Default 300. */
  messagesPerMinute: number;
  /** Questions to the assistant in a day. Default 1,000. */
  messagesPerDay: number;
  /** Questions to the assistant in a month. Default 10,000, the limit of the API per key. */
  messagesPerMonth: number;
  /** Searches in a minute. Default 3,000. */
  searchesPerMinute: number;
  /** Feedback in a minute. Default 300. */
  feedbackPerMinute: number;
  /** Reports of followed links in a minute. Default 1,000. */
  followsPerMinute: number;
}

export const DEFAULT_VISITOR_LIMITS: VisitorLimits = {
  messagesPerMinute: 20,
  messagesPerDay: 200,
  searchesPerMinute: 300,
  feedbackPerMinute: 30,
  followsPerMinute: 60,
};

export const DEFAULT_SITE_LIMITS: SiteLimits = {
  messagesPerMinute: 300,
  messagesPerDay: 1000,
  messagesPerMonth: 10_000,
  searchesPerMinute: 3000,
  feedbackPerMinute: 300,
  followsPerMinute: 1000,
};

/** The visitor of a request. `null` for what is unknown. */
export interface Visitor {
  address: string | null;
  /** Chosen by the visitor: it distinguishes people behind one address, but proves nothing. */
  fp: string | null;
}

/** Counts operations, per visitor and for the site. */
export interface Budgets {
  /** Count one operation against all its limits together. A refused one costs nothing. */
  charge(operation: CountedOperation, visitor: Visitor): Promise<LimitDecision>;
}

type Limits = Readonly<Record<CountedOperation, readonly RateLimit[]>>;

/**
 * @param visitorLimits `null` for none
 * @param siteLimits `null` for none
 */
export function createBudgets(
  store: LimitStore,
  visitorLimits: VisitorLimits | null,
  siteLimits: SiteLimits | null,
): Budgets {
  const limiter = createRateLimiter({ store });
  const perVisitor = readLimits('visitor', visitorLimits);
  const perSite = readLimits('site', siteLimits);
  return {
    async charge(operation, visitor) {
      const subjects = await subjectsOf(visitor);
      return limiter.charge([
        ...perVisitor[operation].flatMap((limit) => subjects.map((subject) => ({ limit, subject }))),
        ...perSite[operation].map((limit) => ({ limit, subject: 'all' })),
      ]);
    },
  };
}

/** Return whether a decision is about the budget of the site, and not about that of the visitor. */
export function isSiteLimit({ name }: LimitDecision): boolean {
  return name.startsWith('site-');
}

function readLimits(scope: 'visitor' | 'site', limits: Partial<SiteLimits> | null): Limits {
  const of = (operation: CountedOperation, window: LimitWindow, limit = Infinity): RateLimit[] =>
    limit === Infinity ? [] : [{ name: `${scope}-${operation}-${window}`, limit, window }];
  return {
    message: [
      ...of('message', 'minute', limits?.messagesPerMinute),
      ...of('message', 'day', limits?.messagesPerDay),
      ...of('message', 'month', limits?.messagesPerMonth),
    ],
    search: of('search', 'minute', limits?.searchesPerMinute),
    feedback: of('feedback', 'minute', limits?.feedbackPerMinute),
    follow: of('follow', 'minute', limits?.followsPerMinute),
  };
}

async function subjectsOf({ address, fp }: Visitor): Promise<string[]> {
  return [
    ...(address === null ? [] : [`address ${address}`]),
    ...(fp === null ? [] : [`fp ${await digest(fp)}`]),
  ];
}

/** Hash an untrusted text into a key of fixed length and safe characters. */
async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
