/** Interface strings of what a question quotes of the page, in English. */
export const draftQuotesStrings = {
  quotes: 'About this',
  removeQuote: 'Remove the quote “{quote}”',
  quoteRemoved: 'The quote was removed.',
  quotesCount: 'The quote counts for the length of the question.',
};
