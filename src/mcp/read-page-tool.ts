import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { siteReference } from '../engine/sections/site-path.ts';
import type { McpDocumentation } from './documentation.ts';
import { failedResult, resultOf, structuredResult, urlOf } from './tool-results.ts';
import { address, PageOutput } from './tool-schemas.ts';

/** Maximum length of a text of a page, in UTF-16 units: some 15,000 tokens. Sections of a longer page are read one by one. */
const MAX_PAGE_LENGTH = 60_000;

/** Add the tool that returns a page as Markdown. */
export function addReadPageTool(server: McpServer, { pages, siteUrl, onFailure }: McpDocumentation): void {
  server.registerTool(
    'read_page',
    {
      title: 'Read a page of the documentation',
      description: 'Returns a page, or a section with those below it, as Markdown.',
      inputSchema: z.object({ address }),
      outputSchema: PageOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ address }) =>
      resultOf(async () => {
        const page = await pages.read(address);
        if (page === null)
          return failedResult(
            'not-found: The documentation has no page at this address. Find it with "search".',
          );
        const { title, path, version, language, markdown, sections } = page;
        const reference = siteReference(path);
        return structuredResult({
          title,
          address: reference,
          ...urlOf(reference, siteUrl),
          ...(version !== undefined && { version }),
          ...(language !== undefined && { language }),
          markdown: markdown.slice(0, MAX_PAGE_LENGTH),
          isCut: markdown.length > MAX_PAGE_LENGTH,
          sections,
        });
      }, onFailure),
  );
}
