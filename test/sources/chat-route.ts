import { simulateReadableStream } from 'ai';

/** The part of a version of the AI SDK that a chat route uses. */
export interface AiSdk {
  streamText(options: object): { toUIMessageStreamResponse(options: object): Response };
  convertToModelMessages(messages: unknown): unknown;
  validateUIMessages(options: { messages: unknown }): Promise<unknown>;
}

/** What the mock models of all versions are created from. */
export type MockModel = new (options: {
  doStream: (call: { prompt: unknown }) => Promise<unknown>;
}) => object;

/** What `useChat` sends. */
export interface ChatBody {
  readonly id: string;
  readonly messages: readonly {
    readonly role: string;
    readonly parts: readonly { readonly text: string }[];
  }[];
  readonly trigger: string;
  readonly [more: string]: unknown;
}

/** How a model ends its answer: as text until version 5, in an object since. */
const ENDS = {
  old: { finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } },
  new: {
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
  },
};

/**
 * Create the handler of a chat route as the guide of the AI SDK writes it, with its check of messages. The model repeats the last question, in
 * pieces, and names a source.
 *
 * @param received is given each body, and the prompt of each call of the model
 */
export function createChatRoute(
  { streamText, convertToModelMessages, validateUIMessages }: AiSdk,
  Model: MockModel,
  ends: keyof typeof ENDS,
  received: { bodies: ChatBody[]; prompts: unknown[] } = { bodies: [], prompts: [] },
): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = (await request.json()) as ChatBody;
    received.bodies.push(body);
    const messages = await validateUIMessages({ messages: body.messages });
    const question = body.messages
      .at(-1)!
      .parts.map(({ text }) => text)
      .join('');
    const model = new Model({
      doStream: ({ prompt }) => {
        received.prompts.push(prompt);
        const chunks = [
          { type: 'stream-start', warnings: [] },
          { type: 'text-start', id: 't' },
          ...['You asked: ', question].map((delta) => ({ type: 'text-delta', id: 't', delta })),
          { type: 'text-end', id: 't' },
          { type: 'source', sourceType: 'url', id: 's', url: '/guide', title: 'Guide' },
          { type: 'finish', ...ENDS[ends] },
        ];
        return Promise.resolve({ stream: simulateReadableStream({ chunks }) });
      },
    });
    const result = streamText({ model, messages: await convertToModelMessages(messages) });
    return result.toUIMessageStreamResponse({ sendSources: true });
  };
}
