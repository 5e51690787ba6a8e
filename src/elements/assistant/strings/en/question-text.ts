/** Interface strings of folded questions, in English. */
export const questionTextStrings = {
  showAll: 'Show all',
  showLess: 'Show less',
};
