/** Interface strings of the handles and the expand button of the panel, in English. */
export const resizeStrings = {
  expand: 'Large view',
  resizeWidth: 'Width of the panel',
  resizeHeight: 'Height of the panel',
};
