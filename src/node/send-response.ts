import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';

/** Maximum length of a time, in milliseconds, that the rest of a request is read for after its answer. */
const DRAIN_MILLISECONDS = 2_000;

/** Send a response, each piece of its body as soon as it is there, with backpressure. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
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
