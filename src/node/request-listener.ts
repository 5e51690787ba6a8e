import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendResponse } from './send-response.ts';
import { toRequest } from './to-request.ts';

/** Answer one request; `connection.remoteAddress` is the IP address of its sender. */
export type Handler = (
  request: Request,
  connection: { remoteAddress?: string | undefined },
) => Response | Promise<Response>;

/** A listener for `node:http`, Express and Fastify. Resolves when the answer is sent or its visitor has left. */
export type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/**
 * Create a listener of Node's own kind from a fetch-style handler, for an existing server. A visitor who leaves aborts
 * `request.signal` and cancels the answer's body at once; bodies are streamed with backpressure. The body of the request must not
 * have been read: mount it before body parsers. It never rejects.
 */
export function createRequestListener(handler: Handler): RequestListener {
  return async (incoming, outgoing) => {
    const visitor = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) visitor.abort();
    });
    // Ignore errors: 'close' reports a broken connection.
    outgoing.on('error', () => {});
    const request = toRequest(incoming, visitor.signal);
    if (request === null) {
      outgoing.writeHead(400).end();
      return;
    }
    try {
      const response = await handler(request, { remoteAddress: incoming.socket.remoteAddress });
      await sendResponse(response, outgoing);
    } catch {
      // Handlers answer their own errors. For any other, reveal nothing.
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    }
  };
}
