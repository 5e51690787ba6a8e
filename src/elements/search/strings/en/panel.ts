import type { askAssistantStrings } from './ask-assistant.ts';
import type { dialogStrings } from './dialog.ts';
import type { savedSearchesStrings } from './saved-searches.ts';
import type { filtersStrings } from './filters.ts';
import type { noResultsStrings } from './no-results.ts';
import type { previewStrings } from './preview.ts';
import type { shortcutListStrings } from './shortcut-list.ts';

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

/** These and those of the pieces, which are loaded with their piece. */
export type SearchStrings = Readonly<
  Record<
    | keyof typeof ENGLISH
    | keyof typeof askAssistantStrings
    | keyof typeof dialogStrings
    | keyof typeof savedSearchesStrings
    | keyof typeof filtersStrings
    | keyof typeof noResultsStrings
    | keyof typeof previewStrings
    | keyof typeof shortcutListStrings,
    string
  >
>;
