import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import { createReplyEncoder, replyHeaders, type WireFormat } from '../../protocol/encoding/encode.ts';

/** Callbacks of a streamed reply. */
export interface ReplyListener {
  /** The reader has left: `events` should end. */
  left(): void;
  /** The reply was sent as a whole, or cannot be any more. */
  ended(): void;
}

/** Signs of life that clients ignore: a comment of the event stream, and data without values. */
const KEEP_ALIVE: Readonly<Record<WireFormat, string>> = { sse: ': keep-alive\n\n', v1: '2:[]\n' };

/**
 * Stream events with backpressure: one for each pull of the reader.
 *
 * @param keepAlive milliseconds of silence after which there is a sign of life, because clients and intermediaries close silent
 *   connections
 */
export function streamReply(
  events: AsyncIterable<AnswerEvent>,
  format: WireFormat,
  headers: Record<string, string>,
  keepAlive: number,
  listener: ReplyListener,
): Response {
  const encode = createReplyEncoder(format);
  const encoder = new TextEncoder();
  const iterator = events[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<AnswerEvent>> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (;;) {
            next ??= iterator.next();
            if (await isSilent(next, keepAlive))
              return controller.enqueue(encoder.encode(KEEP_ALIVE[format]));
            const { done, value } = await next;
            next = undefined;
            if (done) break;
            const wire = encode(value);
            if (wire !== '') return controller.enqueue(encoder.encode(wire));
          }
          controller.close();
          listener.ended();
        } catch (error) {
          listener.ended();
          throw error;
        }
      },
      cancel() {
        listener.left();
        // `left` aborts an event that is being made; `return` ends an iterator that waits for the reader.
        iterator.return?.().catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...replyHeaders(format), ...headers } });
}

/** Wait for a promise. @returns true if it takes longer than `milliseconds` */
async function isSilent(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<true>((resolve) => (timer = setTimeout(resolve, milliseconds, true)));
  // A failure is for the caller of the promise.
  const settled = promise.then(
    () => false,
    () => false,
  );
  return Promise.race([settled, silence]).finally(() => clearTimeout(timer));
}
