import type { IncomingMessage, ServerResponse } from 'node:http';
import { createFake } from '../../src/fake/create-fake.ts';
import { createRequestListener } from '../../src/node.ts';

/** Base address of the fake in the tests of the elements. */
const PREFIX = '/__fake/';
const answer = createRequestListener(createFake({ origins: [], delay: 0 }));

/** Answer as `docs-assistant fake` does. @returns whether the address was one of its */
export function handleFake(request: IncomingMessage, response: ServerResponse): boolean {
  if (!request.url?.startsWith(PREFIX)) return false;
  void answer(request, response);
  return true;
}
