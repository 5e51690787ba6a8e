import type { Query, Table, VectorQuery } from '@lancedb/lancedb';
import type { IndexFacts } from '../../../engine/sections/index-facts.ts';
import type { Section, SectionRange } from '../../../engine/sections/section.ts';
import type { WordExpression } from '../../../engine/words/word-expression.ts';
import type {
  FoundSection,
  Lookup,
  SectionIndex,
  Vocabulary,
} from '../../../engine/ranking/section-index.ts';
import { createVocabulary } from '../../../engine/words/vocabulary.ts';
import { FullTextQueries, type LanceDb } from './full-text.ts';
import { COLUMNS } from './section-table.ts';
import { VECTOR_COLUMNS } from './vector-table.ts';

export interface LanceDbTables {
  sections: Table;
  words: Table;
  /** `null`: there are no vectors. */
  vectors: Table | null;
}

/**
 * Candidates that are compared exactly per requested section, and parts of the index that are searched for them at least. Recall
 * with 50,000 sections: 99.9 % of the nearest 20, 99 % of the nearest 100.
 */
const COMPARED_PER_RESULT = 5;
const MIN_PROBES = 20;
/** Vectors that are read per requested section, because several pieces of one section may be near. */
const PIECES_PER_RESULT = 3;

const FOUND = [COLUMNS.place, COLUMNS.page, COLUMNS.isFirst];

/** An index in LanceDB. In memory of this process are only the words of the documentation. */
export class LanceDbIndex implements SectionIndex {
  readonly facts: IndexFacts;
  readonly #lancedb: LanceDb;
  readonly #sections: Table;
  readonly #words: Table;
  readonly #vectors: Table | null;
  #vocabulary: Promise<Vocabulary> | undefined;

  constructor(lancedb: LanceDb, facts: IndexFacts, { sections, words, vectors }: LanceDbTables) {
    this.#lancedb = lancedb;
    this.facts = facts;
    this.#sections = sections;
    this.#words = words;
    this.#vectors = vectors;
  }

  vocabulary(): Promise<Vocabulary> {
    if (this.#vocabulary === undefined) {
      this.#vocabulary = readVocabulary(this.#words, this.facts);
      this.#vocabulary.catch(() => (this.#vocabulary = undefined));
    }
    return this.#vocabulary;
  }

  async matches(
    expression: WordExpression,
    { ranges, limit }: Lookup,
    column?: 'heading',
  ): Promise<FoundSection[]> {
    if (ranges.length === 0) return [];
    const query = await this.#findWords(expression, column);
    const rows = await this.#read(query.select([...FOUND, '_score']).limit(limit), ranges);
    return rows.map((row) => toFound(row, row._score!)).sort(byScore);
  }

  async count(expression: WordExpression, ranges: readonly SectionRange[]): Promise<number> {
    if (ranges.length === 0) return 0;
    const query = await this.#findWords(expression);
    // LanceDB counts rows by filters only, not by words; and warns of each query by words that does not select the score.
    const rows = await this.#read(query.select([COLUMNS.place, '_score']).limit(this.facts.sections), ranges);
    return rows.length;
  }

  async nearest(vector: Float32Array, { ranges, limit }: Lookup): Promise<FoundSection[]> {
    if (ranges.length === 0 || this.#vectors === null) return [];
    const query = this.#vectors
      .vectorSearch(vector)
      .column(VECTOR_COLUMNS.mixedVector)
      .distanceType('dot')
      .minimumNprobes(MIN_PROBES)
      .refineFactor(COMPARED_PER_RESULT)
      .select([...FOUND, '_distance'])
      .limit(limit * PIECES_PER_RESULT);
    // The distance of LanceDB is one minus the product.
    const rows = await this.#read(query, ranges);
    const pieces = rows.map((row) => toFound(row, 1 - row._distance!)).sort(byScore);
    const nearest = new Map<number, FoundSection>();
    for (const piece of pieces) if (!nearest.has(piece.section)) nearest.set(piece.section, piece);
    return [...nearest.values()].slice(0, limit);
  }

  async cosines(numbers: readonly number[], query: Float32Array): Promise<Map<number, number>> {
    if (this.#vectors === null || numbers.length === 0) return new Map();
    const rows = (await this.#vectors
      .query()
      .where(`${VECTOR_COLUMNS.place} IN (${numbers.join(', ')})`)
      .select([VECTOR_COLUMNS.place, VECTOR_COLUMNS.vector])
      .toArray()) as Row[];
    const cosines = new Map<number, number>();
    for (const { place, vector } of rows) {
      const cosine = product(vector!.toArray(), query);
      cosines.set(place, Math.max(cosine, cosines.get(place) ?? -1));
    }
    return cosines;
  }

  async sections(numbers: readonly number[]): Promise<Map<number, Section>> {
    const rows = await this.#take(numbers, COLUMNS.section);
    return new Map(rows.map(({ place, section }) => [place, JSON.parse(section!) as Section]));
  }

  async findPages(keys: readonly string[]): Promise<Map<string, string>> {
    if (keys.length === 0) return new Map();
    const list = keys.map((key) => `'${key.replaceAll("'", "''")}'`).join(', ');
    const rows = (await this.#sections
      .query()
      .where(`${COLUMNS.pageKey} IN (${list})`)
      .select([COLUMNS.pageKey, COLUMNS.section])
      .toArray()) as Row[];
    return new Map(rows.map(({ page_key: key, section }) => [key!, (JSON.parse(section!) as Section).path]));
  }

  async pagePaths(range: SectionRange): Promise<string[]> {
    const rows = (await this.#sections
      .query()
      .where(`${COLUMNS.pageKey} IS NOT NULL AND ${within([range])}`)
      .select([COLUMNS.section])
      .toArray()) as Row[];
    return rows.map(({ section }) => (JSON.parse(section!) as Section).path);
  }

  async close(): Promise<void> {
    this.#sections.close();
    this.#words.close();
    this.#vectors?.close();
  }

  async #findWords(expression: WordExpression, column: string = COLUMNS.words): Promise<Query> {
    const { sections } = this.facts;
    const queries = new FullTextQueries(this.#lancedb, column, await this.vocabulary(), sections);
    return this.#sections.query().fullTextSearch(queries.make(expression));
  }

  async #read(query: Query | VectorQuery, ranges: readonly SectionRange[]): Promise<Row[]> {
    const [first, ...others] = ranges;
    const isWhole = others.length === 0 && first!.last - first!.first + 1 === this.facts.sections;
    return (await (isWhole ? query : query.where(within(ranges))).toArray()) as Row[];
  }

  async #take(numbers: readonly number[], column: string): Promise<Row[]> {
    if (numbers.length === 0) return [];
    return (await this.#sections
      .takeOffsets(numbers.map((number) => number - 1))
      .select([COLUMNS.place, column])
      .toArray()) as Row[];
  }
}

/** A row with the columns that were asked for. */
interface Row {
  place: number;
  page: number;
  is_first: boolean;
  page_key?: string;
  section?: string;
  vector?: { toArray(): Float32Array };
  _score?: number;
  _distance?: number;
}

async function readVocabulary(table: Table, { commonWords }: IndexFacts): Promise<Vocabulary> {
  const rows = await table.query().toArrow();
  const read = Array.from(rows.getChild('word')!, String);
  const counts = Uint32Array.from(rows.getChild('sections')!);
  // The database may return them in any order.
  const order = read.map((_, at) => at).sort((a, b) => (read[a]! < read[b]! ? -1 : 1));
  return createVocabulary({
    words: order.map((at) => read[at]!),
    counts: Uint32Array.from(order, (at) => counts[at]!),
    commonWords,
  });
}

function within(ranges: readonly SectionRange[]): string {
  return ranges
    .map(({ first, last }) => `(${COLUMNS.place} >= ${first} AND ${COLUMNS.place} <= ${last})`)
    .join(' OR ');
}

function toFound({ place, page, is_first: isFirst }: Row, score: number): FoundSection {
  return { section: place, page, isFirst, score };
}

function byScore(a: FoundSection, b: FoundSection): number {
  return b.score - a.score || a.section - b.section;
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
