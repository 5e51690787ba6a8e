/** Interface strings of the handles that change the size of the panel, in English. */
export const resizeStrings = {
  resizeWidth: 'Width of the panel',
  resizeHeight: 'Height of the panel',
};
