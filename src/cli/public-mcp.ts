import { DocsClient } from '../client/docs-client.ts';
import { FORWARDED_FIELDS, type Connection } from '../limits/visitor-address.ts';
import type { McpDocumentation } from '../mcp/documentation.ts';
import type { Handler } from '../node/request-listener.ts';
import { DEFAULT_REQUEST_LIMITS, readJsonBody } from '../protocol/requests/read-request.ts';
import { createPublicRoute, readDomain, unknownDomain, type PublicRouteOptions } from './public-route.ts';

/** Path of the endpoint, below the base path. A domain may follow. */
export const MCP_PATH = '/mcp';
/** Header fields of the protocol that its clients in pages send. */
const SENT_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

export interface PublicMcpOptions extends PublicRouteOptions {
  /** Answers the searches and questions of tools, within the limits of pages. */
  proxy: Handler;
  /** @returns `null` for an unknown domain */
  documentationOf(domain: string): Omit<McpDocumentation, 'domain' | 'client' | 'onFailure'> | null;
}

/**
 * Create the handler of `POST /mcp` and `POST /mcp/{domain}` below the base path. Searches and questions are sent to the proxy, so
 * that its checks and limits apply.
 */
export function createPublicMcp(options: PublicMcpOptions): Handler {
  const { domains, documentationOf, onFailure } = options;
  return createPublicRoute(options, {
    method: 'POST',
    sentHeaders: SENT_HEADERS,
    find(path) {
      const domain = readDomain(path.slice(MCP_PATH.length + 1), domains);
      if (domain === null) return null;
      const project = documentationOf(domain);
      if (project === null) throw unknownDomain(domain);
      return { ...project, domain };
    },
    async answer(project, { request, connection, charge }) {
      const body = await readJsonBody(request, DEFAULT_REQUEST_LIMITS.bodyBytes);
      const client = createClient(request, connection, project.domain, options);
      const { answerMcp } = await import('../mcp/answer-mcp.ts');
      return answerMcp({ ...project, client, onFailure }, { request, body, charge });
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
