/** Interface strings of announced answers, in English. They are spoken only, never drawn. */
export const speechStrings = {
  spokenHeading: 'Heading: {text}',
  spokenCode: 'Code: {code}\nEnd of code.',
  spokenNamedCode: 'Code, {language}: {code}\nEnd of code.',
  spokenTable: 'Table with the columns {columns}.',
  spokenRow: 'Row {number}. {cells}.',
  spokenTableEnd: 'End of table.',
  spokenTab: 'Tab {label}:',
  spokenMath: 'Formula: {text}.',
  spokenQuote: 'Quote:',
  spokenQuoteEnd: 'End of quote.',
  spokenLink: '{text} (link)',
  spokenRest: 'The rest of the answer can be read in the conversation.',
};
