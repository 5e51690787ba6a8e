import type { Attribute, Attributes } from '../shared/attribute.ts';
import { DEFAULT_AGENTS, type Agent } from './agents.ts';

export const pageActionsAttributes = {
  /** Address of the page as Markdown; `{path}` in it stands for the path of the page below `link-base`, without its ending. Unset: that of `<link rel="alternate" type="text/markdown">` in the page, or else the page's own with the ending `.md`. */
  markdownUrl: {},
  /** Base address of the site's pages, such as `/guide/`. Their Markdown is named by the path below it. */
  linkBase: { value: '/' },
  /** Programs that the page can be opened in, at most 10: `{name, href}`, with `{prompt}`, `{markdown}` and `{page}` in `href`. As an attribute JSON. Default: ChatGPT, Claude and Cursor. */
  agents: { type: Array, value: DEFAULT_AGENTS } as Attribute<readonly Agent[]>,
  /** Offer no copies of sections, neither in the menu nor beside the heading that a mouse points at. */
  withoutSections: { type: Boolean, value: false },
  /** Address of the MCP server of this documentation, for instance `/docs-api/mcp`. Unset: none is offered. */
  mcp: {},
  /** Name of the MCP server in clients. Unset: the host of its address, with hyphens. */
  mcpName: {},
} as const satisfies Attributes;
