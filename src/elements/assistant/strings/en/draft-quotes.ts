/** Interface strings of the quotes of a question, in English. */
export const draftQuotesStrings = {
  quotes: 'About this',
  removeQuote: 'Remove the quote “{quote}”',
  quoteRemoved: 'The quote was removed.',
  quotesCount: 'The quote counts towards the length of the question.',
};
