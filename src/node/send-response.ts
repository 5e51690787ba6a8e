import type { ServerResponse } from 'node:http';

/** Send a response, each piece of its body as soon as it is there, with backpressure. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  const { body } = response;
  if (outgoing.destroyed) return body?.cancel();
  outgoing.statusCode = response.status;
  outgoing.setHeaders(response.headers);
  if (body === null || outgoing.req.method === 'HEAD') {
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
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => outgoing.once('drain', resolve));
}
