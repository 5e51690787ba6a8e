import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { SearchResult } from '../protocol/api.ts';
import type { DocsOutline } from '../engine/pages/docs-pages.ts';
import type { McpDocumentation } from './documentation.ts';
import { filterOf, resultOf, structuredResult, urlOf } from './tool-results.ts';
import { pageSize, query, scopeArguments, SearchOutput } from './tool-schemas.ts';

/** Maximum length of a text of a result, in UTF-16 units: ten fit into the context of any model. The page has the rest. */
const MAX_TEXT_LENGTH = 2_000;

/** Add the tool that finds sections. */
export function addSearchTool(
  server: McpServer,
  { client, siteUrl, onFailure }: McpDocumentation,
  outline: DocsOutline,
): void {
  server.registerTool(
    'search',
    {
      title: 'Search the documentation',
      description: `Finds sections of the documentation "${outline.title}" by their words and by their meaning, best first.`,
      inputSchema: z.object({
        query: query.describe('A question or words, in any language.'),
        ...scopeArguments(outline),
        pageSize,
      }),
      outputSchema: SearchOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ query, pageSize, ...scope }, { mcpReq: { signal } }) =>
      resultOf(async () => {
        const request = { query, ...(pageSize !== undefined && { pageSize }), ...filterOf(scope) };
        const results = await client.search(request, { signal });
        return structuredResult({ results: results.map((result) => describe(result, siteUrl)) });
      }, onFailure),
  );
}

function describe({ content, path, metadata }: SearchResult, siteUrl: string | null) {
  const { title = path, headings = [], href: address = path, version, language } = metadata;
  const text = content.length > MAX_TEXT_LENGTH ? `${content.slice(0, MAX_TEXT_LENGTH)} …` : content;
  return {
    title,
    headings,
    address,
    ...urlOf(address, siteUrl),
    ...(version !== undefined && { version }),
    ...(language !== undefined && { language }),
    text,
  };
}
