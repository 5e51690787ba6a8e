import type * as syntaxExtensions from './syntax-extensions.ts';

/**
 * Syntax that most answers do without, loaded with the first text that has some: tables, tasks, images, raw HTML, named
 * character references, link reference definitions, and addresses without marks around them.
 */
export type SyntaxExtensions = typeof syntaxExtensions;

/**
 * Return the extensions for syntax that only they read, or `null` where they are not loaded. The document then needs them,
 * and the syntax stays text.
 */
export type UseExtensions = () => SyntaxExtensions | null;
