import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendResponse } from './send-response.ts';
import { toRequest } from './to-request.ts';

/** Answers one request; `connection.remoteAddress` is the IP address that it came from. */
export type Handler = (
  request: Request,
  connection: { remoteAddress?: string | undefined },
) => Response | Promise<Response>;

/** What `node:http`, Express and Fastify call for a request. Resolves when the answer is sent or its visitor gone. */
export type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/**
 * Makes a listener of Node's own kind from a fetch-style handler, to mount in a server that is there already. A visitor who
 * leaves aborts `request.signal` and cancels the answer's body at once; a body is read only as fast as the visitor takes it.
 * Nothing may have read the body of the request before: mount it ahead of body parsers. It never rejects.
 */
export function createRequestListener(handler: Handler): RequestListener {
  return async (incoming, outgoing) => {
    const visitor = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) visitor.abort();
    });
    // A connection that breaks is seen by its 'close'.
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
      // A handler is expected to answer its own errors. What is left says nothing about the inside.
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    }
  };
}
