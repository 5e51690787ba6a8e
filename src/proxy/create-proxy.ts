import { createMemoryLimitStore } from '../limits/memory-limit-store.ts';
import { createRateLimiter, rateLimitHeaders } from '../limits/rate-limit.ts';
import { readVisitorAddress, type Connection } from '../limits/visitor-address.ts';
import type { AssistantRequest, SearchRequest } from '../protocol/api.ts';
import { matchEndpoint, type EndpointMatch } from '../protocol/endpoints.ts';
import {
  readAssistantRequest,
  readJsonBody,
  readSearchRequest,
  RequestRefusal,
} from '../protocol/read-request.ts';
import { errorResponse } from '../protocol/server-error.ts';
import { isOriginAllowed, preflightResponse, withOriginHeaders } from './origin-rules.ts';
import { readProxyOptions, type AdminCall, type ProxyOptions } from './options.ts';
import { callUpstream } from './upstream.ts';

/**
 * Answers one request. `connection` tells the visitor's address where the host knows it; without it, and without
 * `trustedProxies`, visitors are not counted.
 */
export type ProxyHandler = (request: Request, connection?: Connection) => Promise<Response>;

/**
 * Makes a proxy for the documentation-platform API: the API's own paths, minus the key. It runs wherever there are
 * `Request` and `Response`: Node, Deno, Bun, workers, any framework with fetch handlers.
 *
 * Bodies are checked and rebuilt, headers are allow-listed in both directions, answers stream through piece by piece, and
 * the upstream request ends as soon as the visitor leaves. Every refusal is JSON with a stable `code`. The handler never
 * rejects.
 *
 * @throws TypeError when an option is wrong
 */
export function createProxy(options: ProxyOptions): ProxyHandler {
  const settings = readProxyOptions(options);
  const limiter = createRateLimiter({ store: options.limitStore ?? createMemoryLimitStore() });

  /** Endpoints that are not open answer like paths that never were. */
  function findEndpoint(request: Request): EndpointMatch {
    const { pathname } = new URL(request.url);
    const { basePath, domains, authorize, keys } = settings;
    const match = pathname.startsWith(basePath) ? matchEndpoint(pathname.slice(basePath.length)) : null;
    const isOpen =
      match?.endpoint.key === 'admin'
        ? authorize !== undefined && keys.admin !== undefined
        : match !== null && domains.has(match.parameters['domain'] ?? '');
    if (match === null || !isOpen) throw new RequestRefusal('not-found', 'There is nothing at this address.');
    return match;
  }

  async function readBody(
    request: Request,
    { endpoint }: EndpointMatch,
  ): Promise<AssistantRequest | SearchRequest | null> {
    if (endpoint.key === 'admin') return null;
    const value = await readJsonBody(request, settings.limits.bodyBytes);
    const read = endpoint.operation === 'message' ? readAssistantRequest : readSearchRequest;
    return read(value, settings.limits);
  }

  async function checkCaller(request: Request, { endpoint, parameters }: EndpointMatch): Promise<void> {
    if (endpoint.key === 'assistant') return;
    const call = { operation: endpoint.operation, ...parameters } as AdminCall;
    if ((await settings.authorize?.(request, call)) !== true) {
      throw new RequestRefusal('forbidden', 'This is not open to you.');
    }
  }

  async function chargeVisitor(
    request: Request,
    connection: Connection | undefined,
    { operation }: EndpointMatch['endpoint'],
  ): Promise<void> {
    const subject = readVisitorAddress(request.headers, connection, settings.trustedProxies);
    if (settings.visitorLimits === null || subject === null) return;
    if (operation !== 'message' && operation !== 'search') return;
    const decision = await limiter.charge([{ limit: settings.visitorLimits[operation], subject }]);
    if (decision.accepted) return;
    throw new RequestRefusal('rate-limited', 'Too many requests: wait a moment.', {
      headers: rateLimitHeaders(decision),
    });
  }

  async function answer(request: Request, connection: Connection | undefined, isAllowed: boolean) {
    const match = findEndpoint(request);
    const { endpoint } = match;
    if (!isAllowed) throw new RequestRefusal('forbidden', 'Pages of this origin may not call.');
    if (request.method === 'OPTIONS') return preflightResponse(endpoint);
    if (request.method !== endpoint.method) {
      throw new RequestRefusal('method-not-allowed', `Use ${endpoint.method}.`, {
        headers: { allow: `${endpoint.method}, OPTIONS` },
      });
    }
    await checkCaller(request, match);
    const body = await readBody(request, match);
    await chargeVisitor(request, connection, endpoint);
    return callUpstream(settings, request, match, body);
  }

  return async (request, connection) => {
    const isAllowed = isOriginAllowed(request, settings.origins);
    const response = await answer(request, connection, isAllowed).catch((error: unknown) =>
      error instanceof RequestRefusal
        ? error.toResponse()
        : errorResponse('internal', 'Something went wrong.'),
    );
    return withOriginHeaders(response, request, isAllowed);
  };
}
