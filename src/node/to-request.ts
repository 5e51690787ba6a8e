import type { IncomingMessage } from 'node:http';

/** @returns `null` when the request line and the `Host` field do not form an address */
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
