import { pageKey } from '../sections/site-path.ts';
import { contentWords } from './keyword-query.ts';
import { rankSections } from './rank-sections.ts';
import type { SearchIndex, WantedSections } from './search-index.ts';
import type { SectionIndex, FoundSection, Vocabulary } from './section-index.ts';
import { rangesOf } from '../sections/scopes.ts';
import { columnsOf, type SectionColumns } from '../sections/section-columns.ts';
import type { Section } from '../sections/section.ts';
import { wordsOf } from '../words/searchable-text.ts';
import { isShortOption, writtenWords } from '../words/identifiers.ts';
import { isShortened, stem } from '../words/stem.ts';
import type { WordExpression } from '../words/word-expression.ts';
import type { CandidateIndex, VocabularyNeeds, MatchLocation } from './candidate-index.ts';

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
    readSections: (wanted) => readSections(sections, wanted),
    close: () => sections.close(),
  };
}

async function readSections(
  index: SectionIndex,
  { filter, range: { first, last } = { first: 1, last: Infinity }, limit }: WantedSections,
): Promise<Section[]> {
  const ranges = rangesOf(index.facts.scopes, filter ?? {})
    .map((range) => ({ first: Math.max(first, range.first), last: Math.min(last, range.last) }))
    .filter((range) => range.first <= range.last);
  const count = ranges.reduce((sum, range) => sum + range.last - range.first + 1, 0);
  if (count > limit) return [];
  const numbers = ranges.flatMap((range) =>
    Array.from({ length: range.last - range.first + 1 }, (_, at) => range.first + at),
  );
  const read = await index.sections(numbers);
  return numbers.flatMap((number) => read.get(number) ?? []);
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

/**
 * Tell what ranks candidates by reading their sections, each once. Made for one search, because it keeps them.
 *
 * @param query vector of the query; `null` when its meaning is not known
 */
function createCandidateIndex(index: SectionIndex, query: Float32Array | null): CandidateIndex {
  const known = new Map<number, Promise<Section>>();
  const sections = async (numbers: readonly number[]): Promise<ReadonlyMap<number, Section>> => {
    const missing = numbers.filter((number) => !known.has(number));
    if (missing.length > 0) {
      const reading = index.sections(missing);
      for (const number of missing) {
        const section = reading.then((read) => read.get(number)!);
        // The search that waits for all of them gets the error.
        section.catch(() => {});
        known.set(number, section);
      }
    }
    return new Map(
      await Promise.all(numbers.map(async (number) => [number, await known.get(number)!] as const)),
    );
  };
  const read = async (found: readonly FoundSection[]): Promise<[FoundSection, Section][]> => {
    const all = await sections(found.map(({ section }) => section));
    return found.map((one) => [one, all.get(one.section)!]);
  };
  return {
    facts: index.facts,
    vocabulary: (needs) => readVocabulary(index, needs),
    matches: (expression, lookup, column) => index.matches(expression, lookup, column),
    count: (expression, ranges) => index.count(expression, ranges),
    nearest: async (lookup) => (query === null ? [] : index.nearest(query, lookup)),
    cosines: async (numbers) => (query === null ? new Map() : index.cosines(numbers, query)),
    sections,
    async nameLengths(found) {
      return new Map(
        (await read(found)).map(([{ section: number, isFirst }, section]) => [
          number,
          wordsOf(isFirst ? section.title : nameOf(section)).length,
        ]),
      );
    },
    async written({ written }, found) {
      const places = new Map<number, MatchLocation>();
      for (const [{ section: number }, section] of await read(found)) {
        const name = nameOf(section);
        if (isWrittenIn(name, written)) places.set(number, { in: 'name', length: name.length });
        else if (isWrittenIn(section.content, written)) places.set(number, { in: 'content' });
      }
      return places;
    },
    async wordsIn(found, expressions) {
      return (await read(found)).map(([{ isFirst }, section]) => {
        const words = new SectionWords(columnsOf(section, section, isFirst));
        return {
          has: expressions.map((expression) => words.has(expression)),
          isNamed: expressions.map((expression) => words.isNamed(expression)),
        };
      });
    },
  };
}

/** Return the words of an index for a query. Whether its last one may be a beginning depends on the words in what is searched. */
async function readVocabulary(
  index: SectionIndex,
  { query, ranges }: Pick<VocabularyNeeds, 'query' | 'ranges'>,
): Promise<Vocabulary> {
  const vocabulary = await index.vocabulary();
  const last = wordsOf(query).at(-1) ?? '';
  const isInRanges = async (expression: WordExpression) => (await index.count(expression, ranges)) > 0;
  const hasLast = vocabulary.has(last) && (await isInRanges({ phrase: last }));
  const hasPrefix = !hasLast && vocabulary.hasPrefix(last) && (await isInRanges({ prefix: last }));
  return {
    ...vocabulary,
    has: (word) => (word === last ? hasLast : vocabulary.has(word)),
    hasPrefix: (prefix) => (prefix === last ? hasLast || hasPrefix : vocabulary.hasPrefix(prefix)),
  };
}

function isWrittenIn(text: string, written: string): boolean {
  if (isShortened(written)) return wordsOf(text).includes(written);
  return isShortOption(written) ? writtenWords(text).includes(written) : text.includes(written);
}

function nameOf({ title, headings }: Section): string {
  return headings.at(-1) ?? title;
}

/** Texts, analysed: words and their stems, each between spaces. */
interface Analysed {
  words: string;
  stems: string;
}

/** Between texts, because a phrase does not go from one into the next. No word has it. */
const BETWEEN = ' | ';

/** The words of a section in memory, to look up expressions as engines do in their indexes. */
class SectionWords {
  readonly #names: Analysed;
  readonly #all: Analysed;

  constructor({ title, heading, context, body }: SectionColumns) {
    this.#names = analyse([title, heading, context]);
    const { words, stems } = analyse([body]);
    this.#all = { words: this.#names.words + BETWEEN + words, stems: this.#names.stems + BETWEEN + stems };
  }

  /** Return whether the section matches an expression. */
  has(expression: WordExpression): boolean {
    return matches(this.#all, expression);
  }

  /** Return whether title and headings match an expression. */
  isNamed(expression: WordExpression): boolean {
    return matches(this.#names, expression);
  }
}

function analyse(texts: readonly string[]): Analysed {
  const words = texts.map(wordsOf);
  const join = (lists: string[][]): string => ` ${lists.map((list) => list.join(' ')).join(BETWEEN)} `;
  return { words: join(words), stems: join(words.map((list) => list.map(stem))) };
}

function matches(text: Analysed, expression: WordExpression): boolean {
  if ('phrase' in expression) {
    return text.stems.includes(` ${expression.phrase.split(' ').map(stem).join(' ')} `);
  }
  if ('prefix' in expression) return text.words.includes(` ${expression.prefix}`);
  if ('anyOf' in expression) return expression.anyOf.some((one) => matches(text, one));
  return expression.allOf.every((one) => matches(text, one));
}
