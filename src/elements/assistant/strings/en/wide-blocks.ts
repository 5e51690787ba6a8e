/** Interface strings of the buttons at wide tables and code blocks, in English. */
export const wideBlocksStrings = {
  wrapLines: 'Wrap lines',
  openLarge: 'Open large',
};
