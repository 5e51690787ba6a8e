/** Detail of `docs-page-action`. */
export interface PageActionDetail {
  /** `copy`: the page as Markdown; `view`: the same in a tab; `open`: in an agent; `connect`: what a client needs to reach the MCP server. */
  readonly action: 'copy' | 'view' | 'open' | 'connect';
  /** Name of the agent for `open`, of the client for `connect`; otherwise empty. */
  readonly name: string;
  /** Address of the page, without query and fragment. */
  readonly page: string;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'docs-page-action': CustomEvent<PageActionDetail>;
  }
}
