/** Interface strings of the dialog, in English. */
export const dialogStrings = {
  close: 'Close',
} as const;
