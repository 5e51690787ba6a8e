import { pageKey } from '../sections/site-path.ts';
import { contentWords } from './keyword-query.ts';
import { rankSections } from './rank-sections.ts';
import { createCandidateIndex } from './read-candidates.ts';
import type { SearchIndex } from './search-index.ts';
import type { SectionIndex } from './section-index.ts';

/**
 * Make a search of an index that finds candidates: queries are read and candidates are ranked in this process, so that every
 * engine ranks alike.
 */
export function createRankedIndex(sections: SectionIndex): SearchIndex {
  return {
    facts: sections.facts,
    search: (options, meaning) =>
      rankSections(createCandidateIndex(sections, meaning?.vector ?? null), options, meaning),
    contentWords: async (query, language) => contentWords(query, await sections.vocabulary(), language),
    async findPages(addresses) {
      return findPagesByKey(addresses, await sections.findPages([...new Set(addresses.map(pageKey))]));
    },
    pagePaths: (range) => sections.pagePaths(range),
    close: () => sections.close(),
  };
}

/** Return the site paths of the pages at addresses. @param paths site paths by `pageKey` */
export function findPagesByKey(
  addresses: readonly string[],
  paths: ReadonlyMap<string, string>,
): Map<string, string> {
  return new Map(
    addresses.flatMap((address) => {
      const path = paths.get(pageKey(address));
      return path === undefined ? [] : [[address, path]];
    }),
  );
}
