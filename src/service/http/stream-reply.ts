import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import { createReplyEncoder, replyHeaders, type WireFormat } from '../../protocol/encoding/encode.ts';

/**
 * Chooses the format of a reply: the line protocol of AI SDK 4 for a client that accepts `text/plain` and no
 * `text/event-stream`, the event stream of AI SDK 5 to 7 for every other.
 */
export function chooseFormat(accept: string | null): WireFormat {
  const types = (accept ?? '').toLowerCase();
  return types.includes('text/plain') && !types.includes('text/event-stream') ? 'v1' : 'sse';
}

/** What is told while a reply is streamed. */
export interface ReplyListener {
  /** The reader has left: `events` should end. */
  left(): void;
  /** All of it was sent, or is never going to be. */
  ended(): void;
}

/** Streams events, one for each time the reader asks. */
export function streamReply(
  events: AsyncIterable<AnswerEvent>,
  format: WireFormat,
  headers: Record<string, string>,
  listener: ReplyListener,
): Response {
  const encode = createReplyEncoder(format);
  const encoder = new TextEncoder();
  const iterator = events[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (;;) {
            const { done, value } = await iterator.next();
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
        // What runs is told by `left`; what waits for the reader is ended here.
        iterator.return?.().catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...replyHeaders(format), ...headers } });
}
