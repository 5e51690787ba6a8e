import type { DatabaseSync } from 'node:sqlite';
import { pageKey } from '../docs/page-path.ts';
import type { IndexFacts } from './index-facts.ts';
import { openIndexFile } from './index-file.ts';
import { readFacts } from './read-facts.ts';
import { columnsOf, type SectionColumns } from './section-columns.ts';
import { SELECT_SECTIONS, toSection } from './section-row.ts';
import { INTRODUCTION_SHARE } from './section-vectors.ts';
import type { Section } from './section.ts';

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
  /** Its own vector, of length 1; `null` if there is none. */
  vector: Float32Array | null;
  /**
   * The vector that it is found by: its own with that of its page's first section mixed in, so that one product with a query scores
   * both. Its length is at most 1.
   */
  mixedVector: Float32Array | null;
}

/** The content of a finished index, for an engine that stores it in another system. */
export interface IndexContent {
  readonly facts: IndexFacts;
  /** Iterate over the sections in order: the first is number 1. */
  sections(): Iterable<IndexedSection>;
  /** Iterate over the folded words of the documentation, with the number of sections that have each. */
  words(): Iterable<{ word: string; sections: number }>;
}

/** Open the content of an index file. @throws Error when it is damaged, or of another version */
export function openIndexContent(file: string): IndexContent & Disposable {
  const database = openIndexFile(file);
  if (!database) throw new Error('The index is damaged, or another version of docs-assistant wrote it');
  return {
    facts: readFacts(database),
    sections: () => readSections(database),
    *words() {
      for (const row of database.prepare('SELECT word, sections FROM words ORDER BY word').iterate()) {
        yield { word: row['word'] as string, sections: row['sections'] as number };
      }
    },
    [Symbol.dispose]: () => database.close(),
  };
}

function* readSections(database: DatabaseSync): Generator<IndexedSection> {
  const selectVector = database.prepare('SELECT vector FROM vectors WHERE section = ?');
  let lastPage: number | undefined;
  let introduction: Float32Array | null = null;
  for (const row of database.prepare(`${SELECT_SECTIONS} ORDER BY sections.id`).iterate()) {
    const section = toSection(row);
    const page = row['page'] as number;
    const isFirst = page !== lastPage;
    lastPage = page;
    const vector = toVector(selectVector.get(section.place)?.['vector']);
    if (isFirst) introduction = vector;
    yield {
      section,
      page,
      isFirst,
      pageKey: pageKey(section.path),
      columns: columnsOf(section, section, isFirst),
      vector,
      mixedVector: vector && (introduction === null ? vector : mix(vector, introduction)),
    };
  }
}

function toVector(bytes: unknown): Float32Array | null {
  // Copy, because the buffer of SQLite may not be aligned for floats.
  return bytes === undefined ? null : new Float32Array((bytes as Uint8Array).slice().buffer);
}

function mix(own: Float32Array, introduction: Float32Array): Float32Array {
  return own.map((value, at) => (1 - INTRODUCTION_SHARE) * value + INTRODUCTION_SHARE * introduction[at]!);
}
