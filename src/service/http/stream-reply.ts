import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import { createReplyEncoder, replyHeaders, type WireFormat } from '../../protocol/encoding/encode.ts';

/** Callbacks of a streamed reply. */
export interface ReplyListener {
  /** The reader has left: `events` should end. */
  left(): void;
  /** The reply was sent as a whole, or cannot be any more. */
  ended(): void;
}

/** Stream events with backpressure: one for each pull of the reader. */
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
        // `left` aborts an event that is being made; `return` ends an iterator that waits for the reader.
        iterator.return?.().catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...replyHeaders(format), ...headers } });
}
