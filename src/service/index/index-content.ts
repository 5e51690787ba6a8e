import type { DatabaseSync } from 'node:sqlite';
import { pageKey } from '../../engine/sections/site-path.ts';
import type { IndexFacts } from '../../engine/sections/index-facts.ts';
import { openIndexFile } from './index-file.ts';
import { readFacts } from './read-facts.ts';
import { columnsOf, type SectionColumns } from '../../engine/sections/section-columns.ts';
import { SELECT_SECTIONS, toSection } from './section-row.ts';
import { INTRODUCTION_SHARE } from './section-vectors.ts';
import type { Section, SectionRange } from '../../engine/sections/section.ts';
import { readVectors } from './vector-bytes.ts';

/** A section with everything that it is found by. */
export interface IndexedSection {
  section: Section;
  /** Number of its page, from 1. */
  page: number;
  /** Whether it is the first section of its page. */
  isFirst: boolean;
  /** Its page as links are compared with it; equal for all sections of the page. */
  pageKey: string;
  columns: SectionColumns;
  /** Vectors of its pieces, of length 1. Empty without vectors. */
  vectors: readonly Float32Array[];
  /**
   * The vectors that it is found by: its own with the first one of its page mixed in, so that one product with a query scores both.
   * Their length is at most 1.
   */
  mixedVectors: readonly Float32Array[];
}

/** The content of a finished index, for an engine that stores it in another system. */
export interface IndexContent {
  readonly facts: IndexFacts;
  /**
   * Iterate over the sections in order: the first is number 1.
   *
   * @param range of whole pages, such as that of a scope. Default all
   */
  sections(range?: SectionRange): Iterable<IndexedSection>;
  /** Iterate over the folded words of the documentation, with the number of sections that have each. */
  words(): Iterable<{ word: string; sections: number }>;
}

/** Open the content of an index file. @throws Error when it is damaged, or of another version */
export function openIndexContent(file: string): IndexContent & Disposable {
  const database = openIndexFile(file);
  if (!database) throw new Error('The index is damaged, or another version of docs-assistant wrote it');
  return {
    facts: readFacts(database),
    sections: (range) => readSections(database, range),
    *words() {
      for (const row of database.prepare('SELECT word, sections FROM words ORDER BY word').iterate()) {
        yield { word: row['word'] as string, sections: row['sections'] as number };
      }
    },
    [Symbol.dispose]: () => database.close(),
  };
}

function* readSections(
  database: DatabaseSync,
  { first, last }: SectionRange = { first: 1, last: Number.MAX_SAFE_INTEGER },
): Generator<IndexedSection> {
  const selectSections = database.prepare(
    `${SELECT_SECTIONS} WHERE sections.id BETWEEN ? AND ? ORDER BY sections.id`,
  );
  const selectVectors = database.prepare('SELECT pieces, vectors FROM vectors WHERE section = ?');
  let lastPage: number | undefined;
  let introduction: Float32Array | undefined;
  for (const row of selectSections.iterate(first, last)) {
    const section = toSection(row);
    const page = row['page'] as number;
    const isFirst = page !== lastPage;
    lastPage = page;
    const found = selectVectors.get(section.place);
    const vectors = found ? readVectors(found['vectors'] as Uint8Array, found['pieces'] as number) : [];
    if (isFirst) introduction = vectors[0];
    yield {
      section,
      page,
      isFirst,
      pageKey: pageKey(section.path),
      columns: columnsOf(section, section, isFirst),
      vectors,
      mixedVectors: introduction ? vectors.map((vector) => mix(vector, introduction!)) : vectors,
    };
  }
}

function mix(own: Float32Array, introduction: Float32Array): Float32Array {
  return own.map((value, at) => (1 - INTRODUCTION_SHARE) * value + INTRODUCTION_SHARE * introduction[at]!);
}
