import { McpServer } from '@modelcontextprotocol/server';
import type { DocsOutline } from '../engine/pages/docs-pages.ts';
import { addAskTool } from './ask-tool.ts';
import type { McpDocumentation } from './documentation.ts';
import { writeInstructions } from './instructions.ts';
import { addPageResources } from './page-resources.ts';
import { addReadPageTool } from './read-page-tool.ts';
import { addSearchTool } from './search-tool.ts';

/** Version of the tools: it changes when their arguments or results do. */
const VERSION = '1.0.0';

/** Create the server of a documentation, for one request or one connection. */
export function createDocsServer(documentation: McpDocumentation, outline: DocsOutline): McpServer {
  const { domain, hasModel } = documentation;
  const title = outline.title === '' ? domain : outline.title;
  const server = new McpServer(
    { name: `docs-assistant/${domain}`, title, version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions: writeInstructions(outline, documentation) },
  );
  addSearchTool(server, documentation, outline);
  addReadPageTool(server, documentation);
  if (hasModel) addAskTool(server, documentation, outline);
  addPageResources(server, documentation);
  return server;
}
