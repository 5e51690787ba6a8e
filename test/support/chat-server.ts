import type { IncomingMessage, ServerResponse } from 'node:http';
import * as ai from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { createRequestListener } from '../../src/node.ts';
import { createChatRoute, type MockModel } from '../sources/chat-route.ts';

const answer = createRequestListener(createChatRoute(ai, MockLanguageModelV4 as unknown as MockModel, 'new'));

/**
 * A chat route of the AI SDK at `/__chat`, as its guide writes it. Refused as other addresses, by `reply-server.ts`.
 *
 * @returns whether the address was this one
 */
export function handleChatRoute(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const isRoute = new URL(request.url ?? '', 'http://localhost').pathname === '/__chat';
  if (isRoute) void answer(request, response);
  return Promise.resolve(isRoute);
}
