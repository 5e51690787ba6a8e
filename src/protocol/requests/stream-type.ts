import { isRecord, isString } from '../record.ts';

/** Media type of a reply: the event stream of AI SDK 5 to 7, or the line protocol of AI SDK 4. */
export type StreamType = 'text/event-stream' | 'text/plain';

/**
 * Choose the stream of a reply: the one that `Accept` names, the event stream if it names both. Clients of the AI SDK name none.
 * Version 4 is recognised by messages with `content`; later versions send `parts` only.
 *
 * @param body the request as it was sent
 */
export function chooseStream(accept: string | null, body: unknown): StreamType {
  const types = (accept ?? '').toLowerCase();
  if (types.includes('text/event-stream')) return 'text/event-stream';
  return types.includes('text/plain') || hasContent(body) ? 'text/plain' : 'text/event-stream';
}

function hasContent(body: unknown): boolean {
  const messages = isRecord(body) ? body['messages'] : undefined;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return isRecord(last) && isString(last['content']);
}
