import { createMemoryLimitStore } from '../limits/counter-map.ts';
import type { LimitStore } from '../limits/rate-limit.ts';
import { baseOfEndpoint } from '../protocol/endpoints.ts';
import type { DocsFilter } from '../protocol/api.ts';
import type { Operation } from '../protocol/endpoints.ts';
import type { RequestLimits } from '../protocol/requests/read-request.ts';
import { DEFAULT_REQUEST_LIMITS } from '../protocol/requests/read-request.ts';
import type { ServerErrorCode } from '../protocol/failures/server-error.ts';
import { UpstreamVersion, type ApiVersion } from './api-version.ts';
import { defaultLanguages, type SiteLanguages } from './site-languages.ts';
import {
  createBudgets,
  DEFAULT_SITE_LIMITS,
  DEFAULT_VISITOR_LIMITS,
  type Budgets,
  type CountedOperation,
  type SiteLimits,
  type VisitorLimits,
} from './budgets.ts';
import type { Feedback } from '../protocol/requests/read-feedback.ts';

/** A call of a project endpoint, for the `authorize` hook. */
export interface AdminCall {
  operation: Exclude<
    Operation,
    'assistant' | 'message' | 'search' | 'page' | 'insights-follow' | 'insights-feedback'
  >;
  projectId?: string;
  id?: string;
  statusId?: string;
}

/** Timeouts of the upstream. */
export interface ProxyTimeouts {
  /** Milliseconds until the upstream's answer begins. Default 30,000. */
  firstByte: number;
  /** Milliseconds between two chunks of an answer. Time in which a slow visitor does not read does not count. Default 60,000. */
  idle: number;
  /** Milliseconds for a whole answer, the time of a slow visitor included. Default 600,000. */
  total: number;
}

/** A question that passed every check. */
export interface AskedQuestion {
  domain: string;
  /** Text of the last message. */
  text: string;
  filter?: DocsFilter;
}

/** Logs questions of visitors who agreed to it. There is no way to log one without asking for consent first. */
export interface QuestionLog {
  /** Return whether this visitor agreed, by a cookie for example. The body of the request is already used. */
  hasConsent: (request: Request) => boolean | Promise<boolean>;
  /** Write the question, without address and `fp`. The visitor does not wait for it. */
  write: (question: AskedQuestion) => void | Promise<void>;
}

/** The part of the host's own code that failed. */
export type ProxyHook = 'authorize' | 'challenge' | 'limitStore' | 'questionLog' | 'onFeedback';

/** A request that was refused because a limit was reached. */
export interface ReachedLimit {
  operation: CountedOperation;
  /** Such as `site-message-day` or `visitor-search-minute`. */
  name: string;
  limit: number;
  /** Seconds until the window ends. */
  resetAfter: number;
}

/**
 * An upstream call without an answer, or with one that failed or broke off in the middle (status 200), for the operator's log.
 * Contains no key and no text of the upstream.
 */
export interface UpstreamFailure {
  operation: Operation;
  code: ServerErrorCode;
  /** Status of the upstream's answer, if there was one. */
  status?: number;
  /** What the operator can do, in a sentence, where the status says it: of 401 and 403. */
  remedy?: string;
}

/** Options of a proxy. */
export interface ProxyOptions {
  /** Base address of the assistant and search endpoints, without `/v1`. */
  upstream: string;
  /** Base address of the project endpoints. Default `upstream`. */
  adminUpstream?: string;
  /** The API keys. They are sent to the upstream and nowhere else. The admin key is required for `authorize` only. */
  keys: { assistant: string; admin?: string };
  /** Domain identifiers that are open. All others get the answer of an unknown path. */
  domains: readonly string[];
  /**
   * Origins of pages, other than the proxy's own, that may call: `https://docs.example.com`, or `http://localhost:*` for any
   * port. Default none.
   */
  origins?: readonly string[];
  /** Path of the proxy on its host: `/api/docs`. Default none. */
  basePath?: string;
  /**
   * Version of the upstream. `v2` sends questions to `/v2/assistant/{domain}/message`, with what the hosted platform and the service
   * of this package know besides the contract; where that address is unknown, the proxy goes on with `v1`. `v1` sends what the
   * contract has, and nothing else: no text of a page, task for an agent and preview either. Default `v2`.
   */
  apiVersion?: ApiVersion;
  /**
   * Whether a question that names no `currentPath` gets the path of its page, which browsers send to a proxy of the page's own origin
   * (`Referer`). For `v2` only. Default `true`.
   */
  pagePath?: boolean;
  /**
   * Languages of the documentation, in its own codes: `['en', 'pt-BR']`. A question or search in another language is sent without
   * `filter.language`, and one in `pt` as `pt-BR`; `[]` is a documentation in one language. `any` sends what pages send. Default `any`,
   * and `[]` with a key of the hosted platform (`mint_…`), where a site in one language finds nothing with a language.
   */
  languages?: readonly string[] | 'any';
  /** Limits of a visitor's request. */
  limits?: Partial<RequestLimits>;
  /** Timeouts of the upstream. */
  timeouts?: Partial<ProxyTimeouts>;
  /**
   * Milliseconds of silence after which a streamed answer gets a comment, for intermediaries that close idle connections. Between
   * events only. Default none.
   */
  keepAlive?: number;
  /**
   * Limits of one visitor; `Infinity` for no limit, `false` for none at all. Counted by address if it is known (see
   * `trustedProxies`), questions also by `fp`: a request is refused when either limit is reached.
   */
  visitorLimits?: Partial<VisitorLimits> | false;
  /** Limits of all visitors together, known or not; `Infinity` for no limit, `false` for none at all. */
  siteLimits?: Partial<SiteLimits> | false;
  /** Store of the counters. Default the memory of this process. When the store fails, requests are refused. */
  limitStore?: LimitStore;
  /** Number of own proxies in front of this one: as many entries of `X-Forwarded-For` are trusted. Default 0. */
  trustedProxies?: number;
  /**
   * Return whether a caller may use the project endpoints, by cookie, session or any other means of the host. Without this hook
   * and an admin key those endpoints are not found.
   */
  authorize?: (request: Request, call: AdminCall) => boolean | Promise<boolean>;
  /**
   * Return whether a question is accepted, before it is counted: a captcha, a proof of work. The request has the cookies and
   * `allowedHeaders` of the page; its body is already used. Otherwise the answer is `challenge-required`.
   */
  challenge?: (request: Request, question: AskedQuestion & { fp: string }) => boolean | Promise<boolean>;
  /** Header fields that pages of other `origins` may send besides those of the API, for `authorize` and `challenge`. */
  allowedHeaders?: readonly string[];
  /** Logs questions, with consent. Default: nothing is logged. */
  questionLog?: QuestionLog;
  /** Receives the body of `POST /feedback`. Without it that path is not found. */
  onFeedback?: (feedback: Feedback) => void | Promise<void>;
  /** Called with every request that a limit refused. Errors of this callback and the next four are ignored. */
  onLimitReached?: (reached: ReachedLimit) => void;
  /** Called with errors of the host's own hooks and store. Visitors do not get the details. */
  onHookFailure?: (hook: ProxyHook, error: unknown) => void;
  /** Called once, with the first language that was left out because it is none of `languages`. */
  onLanguageDropped?: (language: string) => void;
  /** Called once, when the upstream turns out to know version 1 alone. */
  onVersionFallback?: () => void;
  /** Called with every upstream call that failed. */
  onUpstreamFailure?: (failure: UpstreamFailure) => void;
  /** Default the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/** The checked options with all defaults. */
export interface ProxySettings {
  bases: { assistant: string; admin: string };
  keys: { assistant: string; admin?: string };
  domains: ReadonlySet<string>;
  origins: ReadonlySet<string>;
  basePath: string;
  version: UpstreamVersion;
  pagePath: boolean;
  languages: SiteLanguages;
  onLanguageDropped: (language: string) => void;
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

/** Maximum delay of a timer, in milliseconds. A longer one would fire at once. */
const MAX_TIMER = 2_147_483_647;
const DEFAULT_TIMEOUTS: ProxyTimeouts = { firstByte: 30_000, idle: 60_000, total: 600_000 };

/** Check the options. @throws TypeError for an option that would fail only later, on a visitor's request */
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
    version: new UpstreamVersion(options.apiVersion ?? 'v2', ignoringErrors(options.onVersionFallback)),
    pagePath: options.pagePath ?? true,
    languages: options.languages ?? defaultLanguages(keys.assistant),
    onLanguageDropped: once(ignoringErrors(options.onLanguageDropped)),
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

/** Ignore errors of a callback, thrown or rejected, because a failing log must not change an answer or end the process. */
function ignoringErrors<T extends unknown[]>(
  listener: ((...args: T) => void) | undefined,
): (...args: T) => void {
  return (...args) => void (async () => listener?.(...args))().catch(() => {});
}

function once(listener: (language: string) => void): (language: string) => void {
  let isTold = false;
  return (language) => {
    if (!isTold) listener(language);
    isTold = true;
  };
}

function readBase(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new TypeError(`docs-assistant proxy: ${name} must be an http or https address without user info`);
  }
  const base = baseOfEndpoint(value);
  if (base !== null) {
    throw new TypeError(
      `docs-assistant proxy: ${name} is the base address, which requests add /v1 to: write ${base}`,
    );
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

/** Fill in defaults, also for `undefined`. */
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
