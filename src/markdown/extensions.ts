import type * as syntaxExtensions from './syntax-extensions.ts';

/**
 * Syntax that most answers do without, loaded with the first text that has some: tables, tasks, images, raw HTML, named
 * character references, link reference definitions, and addresses without marks around them.
 */
export type SyntaxExtensions = typeof syntaxExtensions;

/** Those that read a text. The others make its tree, or decide what of a growing text is shown. */
export type ReadingExtensions = Omit<
  SyntaxExtensions,
  | 'toAlert'
  | 'toExtendedTree'
  | 'toHtml'
  | 'toTableRow'
  | 'withoutAlertMark'
  | 'withoutDefinitions'
  | 'withoutTableHead'
>;

/**
 * Return the extensions for syntax that only they read, or `null` where they are not loaded. The document then needs them,
 * and the syntax stays text.
 */
export type UseExtensions<Extensions = SyntaxExtensions> = () => Extensions | null;
