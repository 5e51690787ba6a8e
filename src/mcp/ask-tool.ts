import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { DocsOutline } from '../engine/pages/docs-pages.ts';
import { applyContent, createContent, endReply } from '../protocol/reply/reply-content.ts';
import { readReplySources } from '../protocol/reply/reply-links.ts';
import type { McpDocumentation } from './documentation.ts';
import { failedResult, filterOf, resultOf, structuredResult, urlOf } from './tool-results.ts';
import { AnswerOutput, question, scopeArguments } from './tool-schemas.ts';

/** Add the tool that answers questions. */
export function addAskTool(
  server: McpServer,
  { client, siteUrl, onFailure }: McpDocumentation,
  outline: DocsOutline,
): void {
  server.registerTool(
    'ask',
    {
      title: 'Ask the documentation',
      description: `Answers a question from the documentation "${outline.title}", by a language model that has searched it, and names the sources. The question is understood by itself: earlier ones are not known.`,
      inputSchema: z.object({ question, ...scopeArguments(outline) }),
      outputSchema: AnswerOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ question, ...scope }, { mcpReq: { signal } }) =>
      resultOf(async () => {
        const reply = createContent();
        const message = { id: crypto.randomUUID(), role: 'user', content: question } as const;
        const messages = [{ ...message, parts: [{ type: 'text', text: question }] }];
        const request = { fp: crypto.randomUUID(), messages, ...filterOf(scope) };
        for await (const events of client.answer(request, { signal }))
          for (const event of events) applyContent(reply, event);
        endReply(reply);
        if (reply.status !== 'done')
          return failedResult(reply.error?.message ?? 'The answer was cut off. Ask again, or search.');
        const sources = readReplySources(reply).map(({ title, path: address }) => ({
          title,
          address,
          ...urlOf(address, siteUrl),
        }));
        return structuredResult({ answer: reply.text, sources });
      }, onFailure),
  );
}
