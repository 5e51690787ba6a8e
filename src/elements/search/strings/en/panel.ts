import type { afterResultsStrings } from './after-results.ts';
import type { dialogStrings } from './dialog.ts';
import type { previewStrings } from './preview.ts';

/** Interface strings of `<docs-search>`, in English. Each can be replaced by the property `strings`. */
export const ENGLISH = {
  results: 'Search results',
  clear: 'Clear the search',
  start: 'Type to search the documentation.',
  'tooShort.one': 'Type at least {count} character.',
  'tooShort.other': 'Type at least {count} characters.',
  slow: 'Still searching …',
  'count.one': '{count} result',
  'count.other': '{count} results',
  countMore: 'The first {number} results',
  related: 'No page has these words. Related:',
  missing: 'No page has: {words}',
  nothing: 'Nothing found for “{query}”',
  network: 'The search could not be reached',
  retry: 'Search again',
  more: 'Show more results',
} as const;

/** These and those that are loaded with the dialog, and after the first results. */
export type SearchStrings = Readonly<
  Record<
    | keyof typeof ENGLISH
    | keyof typeof afterResultsStrings
    | keyof typeof dialogStrings
    | keyof typeof previewStrings,
    string
  >
>;
