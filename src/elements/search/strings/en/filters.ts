/** Interface strings of the filters, in English. */
export const filtersStrings = {
  version: 'Version',
  language: 'Language',
  allVersions: 'All versions',
  allLanguages: 'All languages',
  clearFilters: 'Reset filters',
  clearAllFilters: 'Clear all',
} as const;
