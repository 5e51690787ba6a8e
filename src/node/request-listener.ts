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
    if (!isFramedOnce(incoming)) return refuseConnection(incoming, outgoing);
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

/** Connections on which nothing more is answered. */
const refused = new WeakSet<IncomingMessage['socket']>();

/**
 * Whether it is certain where a request ends, and so where the next one on the connection begins. Where it is not, a server in front may
 * see another end, and take what is left for a request of another visitor (request smuggling).
 */
function isFramedOnce({ rawHeaders, socket }: IncomingMessage): boolean {
  const codings = rawHeaders.filter(
    (_, index) => /^transfer-encoding$/i.test(rawHeaders[index - 1] ?? '') && index % 2 === 1,
  );
  const isChunked = codings.length === 1 && codings[0]!.trim().toLowerCase() === 'chunked';
  return !refused.has(socket) && (codings.length === 0 || isChunked);
}

/** Answer once, and close the connection. */
function refuseConnection({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.on('error', () => {});
  if (refused.has(socket)) return;
  refused.add(socket);
  outgoing.writeHead(400, { connection: 'close' }).end();
}
