import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';

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

/** Maximum length of a time, in milliseconds, that the rest of a request is read for after its answer. */
const DRAIN_MILLISECONDS = 2_000;

/** Send a response, each chunk of its body as soon as it is there, with backpressure. */
async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  const { body } = response;
  if (outgoing.destroyed) return body?.cancel();
  outgoing.statusCode = response.status;
  outgoing.setHeaders(response.headers);
  if (body === null || outgoing.req.method === 'HEAD') {
    await drainRequest(outgoing);
    outgoing.end();
    return body?.cancel();
  }
  outgoing.flushHeaders();
  const reader = body.getReader();
  const closed = new Promise<void>((resolve) => outgoing.once('close', resolve));
  // Ignore a body that cannot be cancelled: the visitor has left in any case.
  void closed.then(() => reader.cancel()).catch(() => {});
  for (;;) {
    const { done, value } = await reader.read();
    if (done || outgoing.destroyed) break;
    if (!outgoing.write(value)) await Promise.race([drained(outgoing), closed]);
  }
  await drainRequest(outgoing);
  outgoing.end();
}

/**
 * Read the rest of a request that was answered early before the connection is closed. TCP discards what was sent to a sender whose
 * data arrives at a closed socket, so that the sender would see a broken connection in place of the answer.
 */
async function drainRequest(outgoing: ServerResponse): Promise<void> {
  const { req: incoming } = outgoing;
  const willClose = !outgoing.shouldKeepAlive || outgoing.getHeader('connection') === 'close';
  // Node reads the rest itself where the connection stays open.
  if (!willClose || incoming.complete || incoming.destroyed) return;
  const signal = AbortSignal.timeout(DRAIN_MILLISECONDS);
  incoming.resume();
  await finished(incoming, { signal }).catch(() => {});
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => outgoing.once('drain', resolve));
}

/** @returns `null` when the request line and the `Host` field do not form an address */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | null {
  const { method = 'GET', url = '/', headers } = incoming;
  const address = url.startsWith('/') ? `http://${headers.host ?? 'localhost'}${url}` : url;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  try {
    return new Request(address, {
      method,
      headers: readHeaders(incoming.rawHeaders),
      signal,
      ...(hasBody && { body: readBody(incoming), duplex: 'half' }),
    });
  } catch {
    return null;
  }
}

function readHeaders(rawHeaders: string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index]!, rawHeaders[index + 1]!);
  }
  return headers;
}

/**
 * Return the body, read on demand. Not `Readable.toWeb`, because cancelling that destroys the connection, and with it the answer
 * that explains why the body was refused.
 */
function readBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let started = false;
  let cancelled = false;

  function start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    started = true;
    incoming.on('data', (chunk: Uint8Array) => {
      if (cancelled) return;
      controller.enqueue(chunk);
      incoming.pause();
    });
    incoming.once('end', () => {
      if (!cancelled) controller.close();
    });
    incoming.once('error', (error) => controller.error(error));
  }

  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (!started) start(controller);
        incoming.resume();
      },
      cancel() {
        // Discard the rest as it arrives, within the server's time limit for requests.
        cancelled = true;
        incoming.resume();
      },
    },
    { highWaterMark: 0 },
  );
}
