/** Interface strings of long questions, in English. */
export const questionTextStrings = {
  showAll: 'Show all',
  showLess: 'Show less',
};
