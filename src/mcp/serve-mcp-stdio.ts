import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { DEFAULT_REQUEST_LIMITS } from '../protocol/requests/read-request.ts';
import { createDocsServer } from './docs-server.ts';
import type { McpDocumentation } from './documentation.ts';

/**
 * Serve one connection over the standard streams of this process. Resolves when the client has closed it, or has sent a message
 * that is larger than a request over HTTP may be.
 *
 * @param onError called with messages that cannot be read
 */
export async function serveMcpStdio(
  documentation: McpDocumentation,
  onError: (error: Error) => void,
): Promise<void> {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const transport = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: DEFAULT_REQUEST_LIMITS.bodyBytes,
  });
  const createServer = async () => createDocsServer(documentation, await documentation.pages.outline());
  serveStdio(createServer, { transport, maxSubscriptions: 0, onerror: onError });
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    close();
  };
  return closed;
}
