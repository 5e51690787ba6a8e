/** The module behind {@link SyntaxExtensions}, loaded with `import()`. */
export { matchAutolink, matchEmails, matchWebAddress } from './autolinks.ts';
export { toAlert, withoutAlertMark } from './callout-syntax.ts';
export { characterOf } from './character-names.ts';
export { htmlBlockEnd, isComment, readInlineHtml, readTag, toHtml } from './html-syntax.ts';
export { splitDefinitions, withoutDefinitions } from './link-definitions.ts';
export { readExtendedStart, toExtendedTree } from './extended-blocks.ts';
export { readTask } from './github-syntax.ts';
export { readInlineMath } from './math-syntax.ts';
export { readRow, readTableHead, toTableRow, withoutTableHead } from './table-syntax.ts';
