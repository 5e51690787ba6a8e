import { requestAnswer } from '../client/assistant-client.ts';
import { createSender } from '../client/sender.ts';
import type { AnswerEvent } from '../protocol/reply/answer-event.ts';
import type { AnswerSource } from '../protocol/sources.ts';
import { addressOf, type HttpOptions } from './http-address.ts';

/** A chat route of the AI SDK. */
export interface AiSdkOptions extends Partial<HttpOptions> {
  /** Address of the route. Default `/api/chat`, as that of `useChat`. */
  url?: string;
  /** More fields of each request, as `body` of `useChat` has them. Not in the attribute. Default none. */
  body?: object;
}

/**
 * Ask a chat route of the AI SDK, in versions 5 to 7, as `useChat` does: `{id, messages, trigger}`, with `filter: {version, language}` beside
 * them where the reader or the page has chosen one. The id of the chat is random, and stays that of the conversation.
 */
export function createAiSdkSource({ url = '/api/chat', body, ...http }: AiSdkOptions = {}): AnswerSource {
  const sender = createSender({ ...http, endpoint: url });
  return {
    async *answer({ messages, threadId, filter }, options) {
      const id = threadId ?? createChatId();
      const chat = {
        ...body,
        ...(filter && { filter }),
        id,
        messages: messages.map(({ id, role, parts }) => ({ id, role, parts })),
        trigger: 'submit-message',
      };
      // Named by the first events, because a failed request leaves no chat behind. The server's own name for it counts more.
      let first: AnswerEvent[] = threadId ? [] : [{ type: 'thread', threadId: id, rank: 8 }];
      for await (const events of requestAnswer(sender, addressOf(url, 'message'), chat, options)) {
        yield [...first, ...events];
        first = [];
      }
    },
  };
}

/** Create a random id. Not by `crypto.randomUUID`, which pages without HTTPS do not have. */
function createChatId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
