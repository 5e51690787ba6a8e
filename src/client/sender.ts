import { fillTemplate, type EndpointAddress, type EndpointParameters } from '../protocol/endpoints.ts';
import { RequestFailure, toFailure } from '../protocol/failures/failure.ts';
import { lazy } from '../protocol/lazy.ts';
import { MAX_BODY_LENGTH, MAX_LINE_LENGTH } from '../protocol/reply/reply-limits.ts';

/** Timeouts in milliseconds. Each leads to a failure with code `timeout`. */
export interface DocsClientTimeouts {
  /** Until the answer to a question begins. Default 30,000. */
  firstByte: number;
  /** Between two chunks of a reply; any byte counts. Default 60,000. */
  idle: number;
  /** For a whole request other than a question. Default 30,000. */
  request: number;
}

/** How much the client reads, in UTF-16 units. More is a failure with code `too-large`. */
export interface DocsClientLimits {
  /** One line or event of a reply. Default 4,000,000. */
  line: number;
  /** The whole body of a reply or of another answer. Default 16,000,000. */
  body: number;
}

/** Where a client sends its requests, and how. */
export interface DocsClientOptions {
  /**
   * Base address of the assistant and search endpoints: a proxy's or a service's. In a page it may be relative
   * (`/docs-api`). Requests go to `{endpoint}/v1/…`.
   */
  endpoint: string;
  /** Base address of the agent and update endpoints. Default: `endpoint`. */
  adminEndpoint?: string;
  /** The domain identifier of the documentation, for questions and searches. */
  domain?: string;
  /** The project id, for agent jobs and for starting an update. */
  projectId?: string;
  /**
   * Headers of every request, or a function that returns them and is called before each. On a server
   * `{ authorization: 'Bearer …' }`; in a page leave the key to a proxy.
   */
  headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>);
  /** Replaces the global `fetch`. Must honor `signal`. */
  fetch?: typeof fetch;
  timeouts?: Partial<DocsClientTimeouts>;
  limits?: Partial<DocsClientLimits>;
}

/** Options of every call. */
export interface CallOptions {
  /** Ends the request; the call then fails with code `aborted`. */
  signal?: AbortSignal;
}

const DEFAULT_TIMEOUTS: DocsClientTimeouts = { firstByte: 30_000, idle: 60_000, request: 30_000 };
const DEFAULT_LIMITS: DocsClientLimits = { line: MAX_LINE_LENGTH, body: MAX_BODY_LENGTH };

/** Sends the requests of a client. */
export interface Sender {
  readonly timeouts: DocsClientTimeouts;
  readonly limits: DocsClientLimits;
  /** Send a request, as JSON if there is a body, and wait for the head of a 2xx response. */
  send(
    endpoint: EndpointAddress,
    parameters: EndpointParameters,
    signal: AbortSignal,
    body?: object,
  ): Promise<Response>;
}

export function createSender(options: DocsClientOptions): Sender {
  const failureReader = lazy(() => import('./read-http-failure.ts'));
  return {
    timeouts: { ...DEFAULT_TIMEOUTS, ...options.timeouts },
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    async send(endpoint, parameters, signal, body) {
      const address = resolveEndpoint(endpoint, parameters, options);
      signal.throwIfAborted();
      // Some runtimes have no navigator, others one without this field.
      if ((globalThis.navigator as { onLine?: boolean } | undefined)?.onLine === false) {
        throw new RequestFailure({ code: 'offline', retryable: true, message: 'There is no network.' });
      }
      const { headers: own, fetch = globalThis.fetch } = options;
      const headers = new Headers(typeof own === 'function' ? await own() : own);
      headers.set(
        'accept',
        endpoint.operation === 'message'
          ? 'text/event-stream, text/plain, application/json'
          : 'application/json',
      );
      if (body !== undefined) headers.set('content-type', 'application/json');
      const response = await fetch(address, {
        method: endpoint.method,
        headers,
        signal,
        ...(body !== undefined && { body: JSON.stringify(body, endpoint.operation && withoutNull) }),
      });
      if (response.ok) return response;
      const reader = await failureReader.load();
      if (reader) throw await reader.readHttpFailure(response, signal);
      // A new release of the site may have removed the module: report the status all the same.
      const { status } = response;
      throw new RequestFailure({
        code: 'http',
        status,
        retryable: status >= 500,
        message: `Status ${status}.`,
      });
    },
  };
}

function resolveEndpoint(
  { template, key }: EndpointAddress,
  parameters: EndpointParameters,
  { endpoint, adminEndpoint = endpoint, domain, projectId }: DocsClientOptions,
): string {
  const values: Record<string, string | undefined> = { domain, projectId, ...parameters };
  const check = (name: string, value: string | undefined): string => {
    // A dot segment would change the path, even if it is escaped.
    if (value && !/^\.\.?$/.test(value)) return value;
    throw new RequestFailure({
      code: 'not-configured',
      retryable: false,
      message: `The ${name} is not set.`,
    });
  };
  const base = check('endpoint', key === 'admin' ? adminEndpoint : endpoint).replace(/\/+$/, '');
  return base + fillTemplate(template, (name) => check(name, values[name]));
}

/** Leave out values that are not set, because some servers reject `null`. (In a report to our own, `null` empties a field.) */
function withoutNull(_: string, value: unknown): unknown {
  return value ?? undefined;
}

/** Return the error of a request as the one type that callers see. */
export function toRequestFailure(error: unknown, signal: AbortSignal): RequestFailure {
  if (signal.aborted) return signal.reason as RequestFailure;
  return error instanceof RequestFailure ? error : new RequestFailure(toFailure(error), { cause: error });
}
