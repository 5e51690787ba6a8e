import { DocsClient } from '../client/docs-client.ts';
import { rateLimitHeaders } from '../limits/rate-limit.ts';
import { FORWARDED_FIELDS, readVisitorAddress, type Connection } from '../limits/visitor-address.ts';
import type { Handler } from '../node/request-listener.ts';
import { IDENTIFIER } from '../protocol/endpoints.ts';
import { errorResponse } from '../protocol/failures/server-error.ts';
import { RequestRefusal } from '../protocol/requests/request-refusal.ts';
import type { Budgets } from '../proxy/budgets.ts';
import { isOriginListed, preflightResponse, withOriginHeaders } from '../proxy/origin-rules.ts';
import { EngineUnavailable } from '../service/search/search-engine.ts';

/** What the routes for programs have in common. */
export interface PublicRouteOptions {
  /** Answers searches and questions, within the limits of pages. */
  proxy: Handler;
  /** Path of the proxy's routes. */
  basePath: string;
  /** Origins whose pages may call. Clients that are no pages send none. */
  origins: ReadonlySet<string>;
  /** Return whether a request may use the routes at all. */
  isOpenTo(request: Request, connection: Connection): boolean;
  /** Counts what is neither a search nor a question like a search. */
  budgets: Budgets;
  trustedProxies: number;
  /** Domains, the first of which is the default. */
  domains: readonly string[];
  /** Called with failures whose details are hidden from visitors. */
  onFailure(error: unknown): void;
}

/** One allowed request to a route for programs. */
export interface PublicCall {
  request: Request;
  connection: Connection;
  /** Count the request like a search. @throws RequestRefusal `rate-limited` */
  charge(): Promise<void>;
}

/** A route for programs. */
export interface PublicRoute<Found> {
  method: 'GET' | 'POST';
  /** Header fields that pages may send. */
  sentHeaders: readonly string[];
  /** Return what a path names below the base path; `null`: nothing. */
  find(path: string): Found | null;
  /** @throws RequestRefusal */
  answer(found: Found, call: PublicCall): Promise<Response>;
}

/** Create the handler of a route for programs, with its checks and limits. */
export function createPublicRoute<Found>(options: PublicRouteOptions, route: PublicRoute<Found>): Handler {
  const { basePath, origins, isOpenTo, budgets, trustedProxies, onFailure } = options;
  const { method, sentHeaders } = route;
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];

  async function answer(request: Request, connection: Connection, isAllowed: boolean): Promise<Response> {
    const found = route.find(new URL(request.url).pathname.slice(basePath.length));
    if (found === null) throw new RequestRefusal('not-found', 'There is nothing at this address.');
    if (!isAllowed) throw new RequestRefusal('forbidden', 'Pages of this origin may not call.');
    if (request.method === 'OPTIONS') return preflightResponse(method, sentHeaders);
    if (!methods.includes(request.method)) {
      const allow = [...methods, 'OPTIONS'].join(', ');
      throw new RequestRefusal('method-not-allowed', `Use ${method}.`, { headers: { allow } });
    }
    return route.answer(found, {
      request,
      connection,
      async charge() {
        const address = readVisitorAddress(request.headers, connection, trustedProxies);
        const decision = await budgets.charge('search', { address, fp: null });
        if (decision.accepted) return;
        const headers = rateLimitHeaders(decision);
        throw new RequestRefusal('rate-limited', 'Too many requests: wait a moment.', { headers });
      },
    });
  }

  return async (request, connection) => {
    const isAllowed = isOriginListed(request, origins) && isOpenTo(request, connection);
    const response = await answer(request, connection, isAllowed).catch((error: unknown) => {
      if (error instanceof RequestRefusal) return error.toResponse();
      if (!request.signal.aborted) onFailure(error);
      return error instanceof EngineUnavailable
        ? errorResponse('unavailable', 'The documentation cannot be read at the moment.')
        : errorResponse('internal', 'Something went wrong.');
    });
    return withOriginHeaders(response, request, isAllowed);
  };
}

/** Return the refusal for a domain that is not one of these. */
export function unknownDomain(domain: string): RequestRefusal {
  return new RequestRefusal('not-found', `There is no domain "${domain}" here.`);
}

/** Return the domain of a path's segment; the default one for an empty segment. @returns `null` for what is none */
export function readDomain(segment: string, [first = '']: readonly string[]): string | null {
  const domain = segment === '' ? first : segment;
  return IDENTIFIER.test(domain) ? domain : null;
}

/** Create a client of the proxy that is counted as the visitor of a request. Its requests come from a page of this origin. */
export function createVisitorClient(
  { url, headers: sent }: Request,
  connection: Connection,
  domain: string,
  { proxy, basePath }: PublicRouteOptions,
): DocsClient {
  const { origin } = new URL(url);
  const headers = new Headers({ origin });
  for (const name of FORWARDED_FIELDS) {
    const value = sent.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new DocsClient({
    endpoint: origin + basePath,
    domain,
    headers,
    fetch: async (input, init) => proxy(new Request(input, init), connection),
  });
}
