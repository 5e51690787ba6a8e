import { DocsIndex } from '../index/docs-index.ts';
import type { ScoredSection, Section } from '../../engine/sections/section.ts';
import type { WordExpression } from '../../engine/words/word-expression.ts';
import { createRankedIndex } from '../../engine/ranking/ranked-index.ts';
import type { SearchIndex } from '../../engine/ranking/search-index.ts';
import type { FoundSection, SectionIndex } from '../../engine/ranking/section-index.ts';

/** Open an index file for searching in this thread, with its vectors in memory. @throws Error when it is damaged */
export async function openIndexInMemory(file: string): Promise<SearchIndex> {
  const index = DocsIndex.open(file);
  if (!index) {
    throw new Error('The index is damaged, or another version of docs-assistant wrote it: it is built again');
  }
  await index.loadVectors();
  return createRankedIndex(createEmbeddedIndex(index));
}

/** Search an index file: words by SQLite FTS5, vectors in memory. */
export function createEmbeddedIndex(index: DocsIndex): SectionIndex {
  const toFound = ({ section, score }: ScoredSection): FoundSection => ({
    section,
    page: index.pages[section - 1]!,
    isFirst: index.isFirstOfPage(section),
    score,
  });
  const vocabulary = {
    has: (word: string) => index.hasMatch(toFts5({ phrase: word })),
    hasPrefix: (prefix: string) => index.hasMatch(toFts5({ prefix })),
    isCommon: (word: string) => index.isCommon(word),
    words: () => index.words(),
  };
  return {
    facts: index.facts,
    async vocabulary() {
      return vocabulary;
    },
    async matches(expression, { ranges, limit }, column) {
      const text = toFts5(expression);
      return index.matches(column ? `${column} : (${text})` : text, ranges, limit).map(toFound);
    },
    async count(expression, ranges) {
      return index.countMatches(toFts5(expression), ranges);
    },
    async nearest(query, { ranges, limit }) {
      return index.nearest(query, ranges, limit).map(toFound);
    },
    async cosines(sections, query) {
      const cosines = new Map<number, number>();
      for (const section of sections) {
        const cosine = index.cosine(section, query);
        if (cosine !== null) cosines.set(section, cosine);
      }
      return cosines;
    },
    async sections(numbers) {
      return new Map<number, Section>(numbers.map((number) => [number, index.section(number)]));
    },
    async findPages(keys) {
      return new Map(
        keys.flatMap((key) => {
          const path = index.findPage(key);
          return path === undefined ? [] : [[key, path]];
        }),
      );
    },
    async pagePaths(range) {
      return index.pagePaths(range);
    },
    async close() {
      index.close();
    },
  };
}

/** Return an expression of FTS5. Words are quoted, and consist of letters, digits and marks, so that none can be an operator. */
function toFts5(expression: WordExpression): string {
  if ('phrase' in expression) return `"${expression.phrase}"`;
  if ('prefix' in expression) return `"${expression.prefix}" *`;
  if ('anyOf' in expression) return `(${expression.anyOf.map(toFts5).join(' OR ')})`;
  return `(${expression.allOf.map(toFts5).join(' AND ')})`;
}
