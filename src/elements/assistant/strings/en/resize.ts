/** Interface strings of what changes the size of the panel, in English. */
export const resizeStrings = {
  expand: 'Large view',
  resizeWidth: 'Width of the panel',
  resizeHeight: 'Height of the panel',
};
