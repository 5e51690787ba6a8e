/** Detail of `docs-page-action`. */
export interface PageActionDetail {
  /** `ask`: about the page, in its chat; `copy`: the page as Markdown; `copy-section`: a section of it; `view`: the same in a tab; `open`: in an agent; `connect`: what a client needs to reach the MCP server. */
  readonly action: 'ask' | 'copy' | 'copy-section' | 'view' | 'open' | 'connect';
  /** Heading of the section for `copy-section`, name of the agent for `open`, of the client for `connect`; otherwise empty. */
  readonly name: string;
  /** Address of the page, without query and fragment. */
  readonly page: string;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'docs-page-action': CustomEvent<PageActionDetail>;
  }
}
