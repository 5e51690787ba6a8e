import type { IncomingMessage, ServerResponse } from 'node:http';
import { handleChatRoute } from './chat-server.ts';
import { handleFake } from './fake-server.ts';
import { handleStaticIndex } from './index-server.ts';
import { handlePagefind } from './pagefind-server.ts';
import { handlePlatform } from './platform-server.ts';
import { handleScriptedReply } from './reply-server.ts';
import { handleService } from './service-server.ts';

/** Answer what the harnesses of the elements ask. @returns whether the address was one of theirs */
export async function handleHarness(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  for (const handle of [
    handleScriptedReply,
    handleService,
    handleStaticIndex,
    handleFake,
    handlePlatform,
    handlePagefind,
    handleChatRoute,
  ])
    if (await handle(request, response)) return true;
  return false;
}
