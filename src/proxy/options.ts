import type { LimitStore, RateLimit } from '../limits/rate-limit.ts';
import type { Operation } from '../protocol/endpoints.ts';
import type { RequestLimits } from '../protocol/read-request.ts';
import { DEFAULT_REQUEST_LIMITS } from '../protocol/read-request.ts';
import type { ServerErrorCode } from '../protocol/server-error.ts';

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
}

/** What one visitor may ask for, counted by address. */
export interface VisitorLimits {
  /** Questions to the assistant in a minute. Default 20. */
  messagesPerMinute: number;
  /** Searches in a minute; typing makes several. Default 300. */
  searchesPerMinute: number;
}

/** Why an upstream call brought no answer: for the operator's log. Carries no key and no text of the upstream. */
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
  /** Origins of pages, other than the proxy's own, that may call: `https://docs.example.com`. Default none. */
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
  /** What one visitor may ask for; `false` counts nothing. The limits need a known visitor: see `trustedProxies`. */
  visitorLimits?: Partial<VisitorLimits> | false;
  /** Where visitors are counted. Default this process's memory. */
  limitStore?: LimitStore;
  /** Proxies of one's own in front of this one: that many entries of `X-Forwarded-For` are believed. Default 0. */
  trustedProxies?: number;
  /**
   * Decides who may call the four project endpoints, by cookie, session or whatever the host uses. Without this hook and an
   * admin key those endpoints do not exist.
   */
  authorize?: (request: Request, call: AdminCall) => boolean | Promise<boolean>;
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
  visitorLimits: { message: RateLimit; search: RateLimit } | null;
  trustedProxies: number;
  authorize: ProxyOptions['authorize'];
  onUpstreamFailure: (failure: UpstreamFailure) => void;
  fetch: typeof globalThis.fetch;
}

/** @throws TypeError for an option that could only fail later, on a visitor's request */
export function readProxyOptions(options: ProxyOptions): ProxySettings {
  if (options.domains.length === 0) throw new TypeError('docs-assistant proxy: name at least one domain');
  const assistantBase = readBase('upstream', options.upstream);
  const { messagesPerMinute = 20, searchesPerMinute = 300 } = options.visitorLimits || {};
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
    limits: { ...DEFAULT_REQUEST_LIMITS, ...options.limits },
    timeouts: { firstByte: 30_000, idle: 60_000, ...options.timeouts },
    visitorLimits:
      options.visitorLimits === false
        ? null
        : {
            message: { name: 'visitor-messages', limit: messagesPerMinute, window: 'minute' },
            search: { name: 'visitor-searches', limit: searchesPerMinute, window: 'minute' },
          },
    trustedProxies: options.trustedProxies ?? 0,
    authorize: options.authorize,
    onUpstreamFailure: options.onUpstreamFailure ?? (() => {}),
    fetch: options.fetch ?? globalThis.fetch,
  };
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
  if (!URL.canParse(value) || new URL(value).origin !== value) {
    throw new TypeError(`docs-assistant proxy: "${value}" is not an origin (scheme, host and port, no path)`);
  }
  return value;
}
