/** Interface strings of `<docs-page-actions>`, in English. Each can be replaced by the property `strings`. */
export const strings = {
  pageActions: 'This page for an AI agent',
  copyPage: 'Copy page',
  copying: 'Copying …',
  copied: 'Copied',
  copyFailed: 'The browser did not allow copying.',
  pageMissing: 'This page is not available as Markdown.',
  pageUnreachable: 'The page could not be loaded. Please try again.',
  moreActions: 'More for this page',
  viewMarkdown: 'View as Markdown',
  openIn: 'Open in {name}',
  newTab: 'opens another program or a new tab',
  connect: 'Connect the MCP server',
  connectDetail: 'Your agent can search and read this documentation by itself.',
  addTo: 'Add to {name}',
  copyFor: 'Copy for {name}',
  prompt: 'Read {url} and help me with my questions about it.',
};

export type PageActionsStrings = Readonly<typeof strings>;
