import type { McpDocumentation } from '../mcp/documentation.ts';
import type { Handler } from '../node/request-listener.ts';
import { DEFAULT_REQUEST_LIMITS, readJsonBody } from '../protocol/requests/read-request.ts';
import {
  createPublicRoute,
  createVisitorClient,
  readDomain,
  unknownDomain,
  type PublicRouteOptions,
} from './public-route.ts';

/** Path of the endpoint, below the base path. A domain may follow. */
export const MCP_PATH = '/mcp';
/** Header fields of the protocol that its clients in pages send. */
const SENT_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

export interface PublicMcpOptions extends PublicRouteOptions {
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
      const client = createVisitorClient(request, connection, project.domain, options);
      const { answerMcp } = await import('../mcp/answer-mcp.ts');
      return answerMcp({ ...project, client, onFailure }, { request, body, charge });
    },
  });
}
