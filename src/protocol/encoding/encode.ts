import type { AnswerEvent } from '../reply/answer-event.ts';
import { LineProtocolEncoder } from './encode-line.ts';
import { SseEncoder } from './encode-sse.ts';

/** The two formats that this project writes: `sse` for AI SDK 5 to 7, `v1` for the line protocol of AI SDK 4. */
export type WireFormat = 'sse' | 'v1';

/** Encode the next event; returns `''` when the format has no place for it. */
export type ReplyEncoder = (event: AnswerEvent) => string;

/** Return the headers of a reply in this format. The caller adds its own, such as `x-thread-id`. */
export function replyHeaders(format: WireFormat): Record<string, string> {
  return {
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    ...(format === 'sse'
      ? { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1' }
      : { 'content-type': 'text/plain; charset=utf-8', 'x-vercel-ai-data-stream': 'v1' }),
  };
}

/**
 * Create an encoder for one reply. Its output is valid for the strict parsers of the official clients: parts are opened
 * before they are used and closed before their step ends, and no chunk has a field of our own. A `thread` event has to
 * come before `finish`, because that carries it.
 */
export function createReplyEncoder(format: WireFormat = 'sse'): ReplyEncoder {
  const encoder = format === 'sse' ? new SseEncoder() : new LineProtocolEncoder();
  return (event) => encoder.encode(event);
}
