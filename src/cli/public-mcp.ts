import { DocsClient } from '../client/docs-client.ts';
import { rateLimitHeaders } from '../limits/rate-limit.ts';
import { FORWARDED_FIELDS, readVisitorAddress, type Connection } from '../limits/visitor-address.ts';
import type { McpDocumentation } from '../mcp/documentation.ts';
import type { Handler } from '../node/request-listener.ts';
import { IDENTIFIER } from '../protocol/endpoints.ts';
import { DEFAULT_REQUEST_LIMITS, readJsonBody, RequestRefusal } from '../protocol/requests/read-request.ts';
import { errorResponse } from '../protocol/failures/server-error.ts';
import type { Budgets } from '../proxy/budgets.ts';
import { EngineUnavailable } from '../service/search/engine-unavailable.ts';
import { isOriginListed, preflightResponse, withOriginHeaders } from '../proxy/origin-rules.ts';

/** Path of the endpoint, below the base path. A domain may follow. */
export const MCP_PATH = '/mcp';
/** Header fields of the protocol that its clients in pages send. */
const SENT_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

export interface PublicMcpOptions {
  /** Answers the searches and questions of tools, within the limits of pages. */
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
  /** @returns `null` for an unknown domain */
  documentationOf(domain: string): Omit<McpDocumentation, 'domain' | 'client' | 'onFailure'> | null;
  /** Called with failures whose details are hidden from visitors. */
  onFailure(error: unknown): void;
}

/**
 * Create the handler of `POST /mcp` and `POST /mcp/{domain}` below the base path. Searches and questions are sent to the proxy, so
 * that its checks and limits apply.
 */
export function createPublicMcp(options: PublicMcpOptions): Handler {
  return async (request, connection) => {
    const isAllowed = isOriginListed(request, options.origins) && options.isOpenTo(request, connection);
    const response = await answer(request, connection, isAllowed, options).catch((error: unknown) => {
      if (error instanceof RequestRefusal) return error.toResponse();
      if (!request.signal.aborted) options.onFailure(error);
      return error instanceof EngineUnavailable
        ? errorResponse('unavailable', 'The documentation cannot be read at the moment.')
        : errorResponse('internal', 'Something went wrong.');
    });
    return withOriginHeaders(response, request, isAllowed);
  };
}

/** @throws RequestRefusal */
async function answer(
  request: Request,
  connection: Connection,
  isAllowed: boolean,
  options: PublicMcpOptions,
): Promise<Response> {
  const { basePath, domains, budgets, trustedProxies } = options;
  const named = new URL(request.url).pathname.slice(basePath.length + MCP_PATH.length + 1);
  const domain = named === '' ? (domains[0] ?? '') : named;
  const project = IDENTIFIER.test(domain) ? options.documentationOf(domain) : null;
  if (project === null) throw new RequestRefusal('not-found', 'There is nothing at this address.');
  if (!isAllowed) throw new RequestRefusal('forbidden', 'Pages of this origin may not call.');
  if (request.method === 'OPTIONS') return preflightResponse('POST', SENT_HEADERS);
  if (request.method !== 'POST')
    throw new RequestRefusal('method-not-allowed', 'Use POST.', { headers: { allow: 'POST, OPTIONS' } });
  const body = await readJsonBody(request, DEFAULT_REQUEST_LIMITS.bodyBytes);
  const client = createClient(request, connection, domain, options);
  const documentation = { ...project, domain, client, onFailure: options.onFailure };
  const { answerMcp } = await import('../mcp/answer-mcp.ts');
  return answerMcp(documentation, {
    request,
    body,
    async charge() {
      const address = readVisitorAddress(request.headers, connection, trustedProxies);
      const decision = await budgets.charge('search', { address, fp: null });
      if (decision.accepted) return;
      const headers = rateLimitHeaders(decision);
      throw new RequestRefusal('rate-limited', 'Too many requests: wait a moment.', { headers });
    },
  });
}

/** Create a client of the proxy that is counted as the visitor. Its requests come from a page of this origin. */
function createClient(
  { url, headers: sent }: Request,
  connection: Connection,
  domain: string,
  { proxy, basePath }: PublicMcpOptions,
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
