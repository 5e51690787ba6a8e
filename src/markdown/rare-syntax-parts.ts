/** What {@link loadRareSyntax} loads, as one piece. */
export { matchAutolink, matchEmails, matchWebAddress } from './autolinks.ts';
export { CHARACTERS } from './character-names.ts';
export { htmlBlockEnd, readInlineHtml } from './html-syntax.ts';
export { readRow, readTableHead, toTableRow } from './table-syntax.ts';
