/** Interface strings of what wide tables and code blocks are given, in English. */
export const wideBlocksStrings = {
  wrapLines: 'Wrap lines',
  openLarge: 'Open large',
};
