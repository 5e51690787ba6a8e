import { optional, text, type Attribute } from '../shared/attribute-kinds.ts';
import { DEFAULT_AGENTS, type Agent } from './agents.ts';

export const pageActionsAttributes = {
  /** Address of the page as Markdown; `{path}` in it stands for the path of the page below `link-base`, without its ending. Unset: that of `<link rel="alternate" type="text/markdown">` in the page, or else the page's own with the ending `.md`. */
  markdownUrl: optional,
  /** Base address of the site's pages, such as `/guide/`. Their Markdown is named by the path below it. */
  linkBase: text('/'),
  /** Programs that the page can be opened in, at most 10: `{name, href}`, with `{prompt}`, `{markdown}` and `{page}` in `href`. As an attribute JSON. Default: ChatGPT, Claude and Cursor. */
  agents: { type: Array, initial: DEFAULT_AGENTS } as Attribute<readonly Agent[]>,
  /** Address of the MCP server of this documentation, for instance `/docs-api/mcp`. Unset: none is offered. */
  mcp: optional,
  /** Name of the MCP server in clients. Unset: the host of its address, with hyphens. */
  mcpName: optional,
};
