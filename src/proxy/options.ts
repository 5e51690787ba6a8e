import { createMemoryLimitStore } from '../limits/memory-limit-store.ts';
import type { LimitStore } from '../limits/rate-limit.ts';
import type { DocsFilter } from '../protocol/api.ts';
import type { Operation } from '../protocol/endpoints.ts';
import type { RequestLimits } from '../protocol/requests/read-request.ts';
import { DEFAULT_REQUEST_LIMITS } from '../protocol/requests/read-request.ts';
import type { ServerErrorCode } from '../protocol/failures/server-error.ts';
import {
  createBudgets,
  DEFAULT_SITE_LIMITS,
  DEFAULT_VISITOR_LIMITS,
  type Budgets,
  type CountedOperation,
  type SiteLimits,
  type VisitorLimits,
} from './budgets.ts';
import type { Feedback } from './feedback.ts';

/** A call of one of the four project endpoints, as the `authorize` hook sees it. */
export interface AdminCall {
  operation: Exclude<Operation, 'message' | 'search'>;
  projectId?: string;
  id?: string;
  statusId?: string;
}

/** How long the upstream is waited for. */
export interface ProxyTimeouts {
  /** Milliseconds until the upstream's answer begins. Default 30,000. */
  firstByte: number;
  /** Milliseconds between two pieces of an answer. Time that a slow visitor takes does not count. Default 60,000. */
  idle: number;
  /** Milliseconds that a whole answer may take, the time of a slow visitor included. Default 600,000. */
  total: number;
}

/** A question that passed every check. */
export interface AskedQuestion {
  domain: string;
  /** Text of the last message. */
  text: string;
  filter?: DocsFilter;
}

/** Keeps questions of visitors who agreed to it. There is no way to keep one without asking for consent first. */
export interface QuestionLog {
  /** Whether this visitor agreed, by cookie or whatever the site keeps it in. The body of the request is used up. */
  hasConsent: (request: Request) => boolean | Promise<boolean>;
  /** Gets the question, without address and `fp`. The visitor does not wait for it. */
  write: (question: AskedQuestion) => void | Promise<void>;
}

/** Which part of the host's own code failed. */
export type ProxyHook = 'authorize' | 'challenge' | 'limitStore' | 'questionLog' | 'onFeedback';

/** A request that was turned away because a limit was reached. */
export interface ReachedLimit {
  operation: CountedOperation;
  /** Such as `site-message-day` or `visitor-search-minute`. */
  name: string;
  limit: number;
  /** Seconds until the window ends. */
  resetAfter: number;
}

/**
 * Why an upstream call brought no answer, or one that told of a failure or broke off in the middle (status 200): for the
 * operator's log.
 * Carries no key and no text of the upstream.
 */
export interface UpstreamFailure {
  operation: Operation;
  code: ServerErrorCode;
  /** Status of the upstream's answer; absent when there was none. */
  status?: number;
}

/** What a proxy needs to know. */
export interface ProxyOptions {
  /** Base address of the assistant and search endpoints, without `/v1`. */
  upstream: string;
  /** Base address of the project endpoints. Default `upstream`. */
  adminUpstream?: string;
  /** The API keys. They are sent to the upstream and nowhere else. The admin key is needed with `authorize` only. */
  keys: { assistant: string; admin?: string };
  /** Domain identifiers that may be asked and searched. Every other domain does not exist here. */
  domains: readonly string[];
  /**
   * Origins of pages, other than the proxy's own, that may call: `https://docs.example.com`, or `http://localhost:*` for any
   * port. Default none.
   */
  origins?: readonly string[];
  /** Path that the proxy is mounted below: `/api/docs`. Default none. */
  basePath?: string;
  /**
   * Version of the upstream's assistant endpoint. `v2` sends to `/v2/assistant/{domain}/message`, whose messages have
   * parts and no `content`. Default `v1`.
   */
  apiVersion?: 'v1' | 'v2';
  /** Bounds of what a visitor's request may carry. */
  limits?: Partial<RequestLimits>;
  /** How long the upstream is waited for. */
  timeouts?: Partial<ProxyTimeouts>;
  /**
   * Milliseconds of silence after which a streamed answer gets a comment, for servers on the way that close silent
   * connections. Between events only. Default none.
   */
  keepAlive?: number;
  /**
   * What one visitor may ask for; `Infinity` for no limit, `false` for none at all. Counted by address where that is known
   * (see `trustedProxies`), questions by `fp` as well: either of them used up is enough.
   */
  visitorLimits?: Partial<VisitorLimits> | false;
  /** What all visitors together may ask for, known or not; `Infinity` for no limit, `false` for none at all. */
  siteLimits?: Partial<SiteLimits> | false;
  /** Where it is counted. Default this process's memory. When the store fails, nothing gets through. */
  limitStore?: LimitStore;
  /** Proxies of one's own in front of this one: that many entries of `X-Forwarded-For` are believed. Default 0. */
  trustedProxies?: number;
  /**
   * Decides who may call the four project endpoints, by cookie, session or whatever the host uses. Without this hook and an
   * admin key those endpoints do not exist.
   */
  authorize?: (request: Request, call: AdminCall) => boolean | Promise<boolean>;
  /**
   * Decides whether a question is let through, before it is counted: a captcha, a proof of work. The request carries what
   * the page sent, by cookie or by one of `allowedHeaders`; its body is used up. Answers `challenge-required` when false.
   */
  challenge?: (request: Request, question: AskedQuestion & { fp: string }) => boolean | Promise<boolean>;
  /** Header fields that pages of other `origins` may send besides those of the API, for `authorize` and `challenge`. */
  allowedHeaders?: readonly string[];
  /** Keeps questions, with consent. Default: nothing is kept. */
  questionLog?: QuestionLog;
  /** Takes what comes to `POST /feedback`. Without it that path does not exist. */
  onFeedback?: (feedback: Feedback) => void | Promise<void>;
  /** Hears of every request that a limit turned away. What this and the two below throw is dropped. */
  onLimitReached?: (reached: ReachedLimit) => void;
  /** Hears of what the host's own hooks and store threw. Visitors are told nothing of it. */
  onHookFailure?: (hook: ProxyHook, error: unknown) => void;
  /** Hears of every upstream call that failed. */
  onUpstreamFailure?: (failure: UpstreamFailure) => void;
  /** Default the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/** The options with every default filled in and every value checked. */
export interface ProxySettings {
  bases: { assistant: string; admin: string };
  keys: { assistant: string; admin?: string };
  domains: ReadonlySet<string>;
  origins: ReadonlySet<string>;
  basePath: string;
  apiVersion: 'v1' | 'v2';
  limits: RequestLimits;
  timeouts: ProxyTimeouts;
  keepAlive: number | null;
  budgets: Budgets;
  trustedProxies: number;
  allowedHeaders: readonly string[];
  authorize: ProxyOptions['authorize'];
  challenge: ProxyOptions['challenge'];
  questionLog: QuestionLog | undefined;
  onFeedback: ProxyOptions['onFeedback'];
  onLimitReached: (reached: ReachedLimit) => void;
  onHookFailure: (hook: ProxyHook, error: unknown) => void;
  onUpstreamFailure: (failure: UpstreamFailure) => void;
  fetch: typeof globalThis.fetch;
}

/** Milliseconds; timers take a longer time for none. */
const MAX_TIMER = 2_147_483_647;
const DEFAULT_TIMEOUTS: ProxyTimeouts = { firstByte: 30_000, idle: 60_000, total: 600_000 };

/** @throws TypeError for an option that could only fail later, on a visitor's request */
export function readProxyOptions(options: ProxyOptions): ProxySettings {
  if (options.domains.length === 0) throw new TypeError('docs-assistant proxy: name at least one domain');
  const assistantBase = readBase('upstream', options.upstream);
  const keys = options.keys;
  return {
    bases: {
      assistant: assistantBase,
      admin: options.adminUpstream ? readBase('adminUpstream', options.adminUpstream) : assistantBase,
    },
    keys: {
      assistant: readKey('keys.assistant', keys.assistant),
      ...(keys.admin !== undefined && { admin: readKey('keys.admin', keys.admin) }),
    },
    domains: new Set(options.domains),
    origins: new Set((options.origins ?? []).map(readOrigin)),
    basePath: (options.basePath ?? '').replace(/\/+$/, ''),
    apiVersion: options.apiVersion ?? 'v1',
    limits: withNumbers('limits', DEFAULT_REQUEST_LIMITS, options.limits),
    timeouts: readTimeouts(options.timeouts),
    keepAlive: options.keepAlive === undefined ? null : readInterval('keepAlive', options.keepAlive),
    budgets: createBudgets(
      options.limitStore ?? createMemoryLimitStore(),
      options.visitorLimits === false
        ? null
        : withNumbers('visitorLimits', DEFAULT_VISITOR_LIMITS, options.visitorLimits),
      options.siteLimits === false
        ? null
        : withNumbers('siteLimits', DEFAULT_SITE_LIMITS, options.siteLimits),
    ),
    trustedProxies: readNumber('trustedProxies', options.trustedProxies ?? 0),
    allowedHeaders: (options.allowedHeaders ?? []).map(readHeaderName),
    authorize: options.authorize,
    challenge: options.challenge,
    questionLog: options.questionLog,
    onFeedback: options.onFeedback,
    onLimitReached: ignoringErrors(options.onLimitReached),
    onHookFailure: ignoringErrors(options.onHookFailure),
    onUpstreamFailure: ignoringErrors(options.onUpstreamFailure),
    fetch: options.fetch ?? globalThis.fetch,
  };
}

/** A log that fails, at once or later, changes no answer and ends no process. */
function ignoringErrors<T extends unknown[]>(
  listener: ((...args: T) => void) | undefined,
): (...args: T) => void {
  return (...args) => void (async () => listener?.(...args))().catch(() => {});
}

function readBase(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new TypeError(`docs-assistant proxy: ${name} must be an http or https address without user info`);
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

function readKey(name: string, value: string): string {
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new TypeError(`docs-assistant proxy: ${name} is empty or has characters that no header carries`);
  }
  return value;
}

function readOrigin(value: string): string {
  const origin = value.replace(/:\*$/, '');
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw new TypeError(`docs-assistant proxy: "${value}" is not an origin (scheme, host and port, no path)`);
  }
  return value;
}

function readHeaderName(name: string): string {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw new TypeError(`docs-assistant proxy: "${name}" is not the name of a header field`);
  }
  return name.toLowerCase();
}

/** Fills defaults in; what is left out or `undefined` keeps its default. */
function withNumbers<T extends object>(option: string, defaults: T, values: Partial<T> = {}): T {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) readNumber(`${option}.${name}`, value);
  return { ...defaults, ...Object.fromEntries(given) };
}

function readNumber(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new TypeError(`docs-assistant proxy: ${name} must be a number that is not negative`);
}

function readTimeouts(values: Partial<ProxyTimeouts> | undefined): ProxyTimeouts {
  const { firstByte, idle, total } = withNumbers('timeouts', DEFAULT_TIMEOUTS, values);
  const longest = (milliseconds: number) => Math.min(milliseconds, MAX_TIMER);
  return { firstByte: longest(firstByte), idle: longest(idle), total: longest(total) };
}

function readInterval(name: string, value: unknown): number {
  if (readNumber(name, value) > 0) return Math.min(value as number, MAX_TIMER);
  throw new TypeError(`docs-assistant proxy: ${name} must be more than 0 milliseconds`);
}
