import type { ScriptedReply } from './reply-server.ts';

/** A reply in the stream format of AI SDK 7, chunk by chunk; each list comes in one piece. */
export function stream(pieces: readonly (readonly object[])[], { held = false } = {}): ScriptedReply {
  return {
    headers: { 'content-type': 'text/event-stream' },
    held,
    pieces: pieces.map((chunks) => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')),
  };
}

/** Some more of the text of an answer. */
export function text(delta: string): object {
  return { type: 'text-delta', id: 't', delta };
}

/** A page that the answer rests on. */
export function source(url: string, title: string): object {
  return { type: 'source-url', sourceId: url, url, title };
}

/** A search and what it has found. */
export function search(
  query: string,
  results: readonly object[] = [],
  id = 'search',
): [call: object, result: object] {
  return [
    { type: 'tool-input-available', toolCallId: id, toolName: 'search', input: { query } },
    { type: 'tool-output-available', toolCallId: id, output: { results } },
  ];
}

/** A question of the assistant: the input of a tool that has no output. */
export function clarifying(question: string, options: readonly unknown[], toolCallId = 'ask'): object {
  return {
    type: 'tool-input-available',
    ...{ toolCallId, toolName: 'askClarifyingQuestion', input: { question, options } },
  };
}

/** The end of an answer. */
export const END = { type: 'finish', finishReason: 'stop', messageMetadata: { threadId: 'thread-1' } };
