import {
  createRateLimiter,
  type LimitDecision,
  type LimitStore,
  type LimitWindow,
  type RateLimit,
} from '../limits/rate-limit.ts';

/** What visitors can do here that costs something. */
export type CountedOperation = 'message' | 'search' | 'feedback';

/** What one visitor may ask for: counted by address, questions also by `fp`. */
export interface VisitorLimits {
  /** Questions to the assistant in a minute. Default 20. */
  messagesPerMinute: number;
  /** Questions to the assistant in a day. Default 200. */
  messagesPerDay: number;
  /** Searches in a minute; typing makes several. Default 300. */
  searchesPerMinute: number;
  /** Feedback in a minute. Default 30. */
  feedbackPerMinute: number;
}

/** What all visitors together may ask for, whoever they are: the budget of the whole proxy. */
export interface SiteLimits {
  /** Questions to the assistant in a minute. Default 300. */
  messagesPerMinute: number;
  /** Questions to the assistant in a day. Default 1,000. */
  messagesPerDay: number;
  /** Questions to the assistant in a month. Default 10,000: what the API allows one key. */
  messagesPerMonth: number;
  /** Searches in a minute. Default 3,000. */
  searchesPerMinute: number;
  /** Feedback in a minute. Default 300. */
  feedbackPerMinute: number;
}

export const DEFAULT_VISITOR_LIMITS: VisitorLimits = {
  messagesPerMinute: 20,
  messagesPerDay: 200,
  searchesPerMinute: 300,
  feedbackPerMinute: 30,
};

export const DEFAULT_SITE_LIMITS: SiteLimits = {
  messagesPerMinute: 300,
  messagesPerDay: 1000,
  messagesPerMonth: 10_000,
  searchesPerMinute: 3000,
  feedbackPerMinute: 300,
};

/** Whom a request counts for besides the site. What is not known is `null`. */
export interface Visitor {
  address: string | null;
  /** Chosen by the visitor: it tells people behind one address apart, and proves nothing. */
  fp: string | null;
}

/** Counts what visitors do, for them and for the site. */
export interface Budgets {
  /** Counts one use against all limits that concern it together; a refused use costs nothing anywhere. */
  charge(operation: CountedOperation, visitor: Visitor): Promise<LimitDecision>;
}

type Limits = Readonly<Record<CountedOperation, readonly RateLimit[]>>;

/** `null` stands for limits that are switched off. */
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

/** Whether it was the budget of the site, not that of the visitor, that a decision was made by. */
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
  };
}

async function subjectsOf({ address, fp }: Visitor): Promise<string[]> {
  return [
    ...(address === null ? [] : [`address ${address}`]),
    ...(fp === null ? [] : [`fp ${await digest(fp)}`]),
  ];
}

/** A text of a stranger as a key of known length and harmless characters. */
async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
