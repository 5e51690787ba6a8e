import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { RequestRefusal } from '../protocol/requests/request-refusal.ts';
import { isRecord } from '../protocol/record.ts';
import { createDocsServer } from './docs-server.ts';
import type { McpDocumentation } from './documentation.ts';

/** Tools that call the API, which counts the call by itself. */
const COUNTED_TOOLS: ReadonlySet<unknown> = new Set(['search', 'ask']);
/** A stream of changes would keep a connection open, and pages change seldom. */
const MAX_SUBSCRIPTIONS = 0;

/** One request of Streamable HTTP. Its origin and its size are checked already. */
export interface McpRequest {
  request: Request;
  /** The body of the request, parsed. */
  body: unknown;
  /** Count the request like a search. @throws RequestRefusal `rate-limited` */
  charge(): Promise<void>;
}

/**
 * Answer one request of Streamable HTTP, of the revision 2026-07-28 or of earlier ones, with JSON.
 *
 * @throws RequestRefusal `invalid-request` for what is no message, and for a batch, which would be many requests for one
 */
export async function answerMcp(
  documentation: McpDocumentation,
  { request, body, charge }: McpRequest,
): Promise<Response> {
  if (!isRecord(body)) throw new RequestRefusal('invalid-request', 'Send one JSON-RPC message, no batch.');
  if (!isCounted(body)) await charge();
  const outline = await documentation.pages.outline();
  const createServer = () => createDocsServer(documentation, outline);
  if (!(await isLegacyRequest(request, body))) {
    const handler = createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions: MAX_SUBSCRIPTIONS });
    return handler.fetch(request, { parsedBody: body });
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await createServer().connect(transport);
  return transport.handleRequest(request, { parsedBody: body });
}

function isCounted({ method, params }: Record<string, unknown>): boolean {
  return method === 'tools/call' && isRecord(params) && COUNTED_TOOLS.has(params['name']);
}
