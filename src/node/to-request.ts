import type { IncomingMessage } from 'node:http';

/** @returns `null` when the request line or the `Host` field make no address */
export function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | null {
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
 * The body, read when the handler asks for it. `Readable.toWeb` would do, but for one thing: to cancel it destroys the
 * connection, and with it the answer that says why the body was refused.
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
        // The rest is dropped as it comes, within the server's time limit for requests.
        cancelled = true;
        incoming.resume();
      },
    },
    { highWaterMark: 0 },
  );
}
