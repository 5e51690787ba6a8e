import type { Query, Table, VectorQuery } from '@lancedb/lancedb';
import type { IndexFacts } from '../../index/index-facts.ts';
import type { Section, SectionRange } from '../../index/section.ts';
import type { FoundSection, SectionIndex, Vocabulary } from '../section-index.ts';
import { createVocabulary } from '../vocabulary.ts';
import { FullTextQueries, type LanceDb } from './full-text.ts';
import { COLUMNS } from './section-table.ts';

export interface LanceDbTables {
  sections: Table;
  words: Table;
}

/**
 * Candidates that are compared exactly per requested section, and parts of the index that are searched for them at least. Recall
 * with 50,000 sections: 99.9 % of the nearest 20, 99 % of the nearest 100.
 */
const COMPARED_PER_RESULT = 5;
const MIN_PROBES = 20;

const FOUND = [COLUMNS.place, COLUMNS.page, COLUMNS.isFirst];

/** Search an index in LanceDB. In memory of this process are only the words of the documentation. */
export function createLanceDbIndex(
  lancedb: LanceDb,
  facts: IndexFacts,
  { sections: table, words }: LanceDbTables,
): SectionIndex {
  let reading: Promise<Vocabulary> | undefined;

  async function read(query: Query | VectorQuery, ranges: readonly SectionRange[]): Promise<Row[]> {
    const isWhole = ranges.length === 1 && ranges[0]!.last - ranges[0]!.first + 1 === facts.sections;
    return (await (isWhole ? query : query.where(within(ranges))).toArray()) as Row[];
  }

  async function takeRows(numbers: readonly number[], columns: string[]): Promise<Row[]> {
    if (numbers.length === 0) return [];
    return (await table
      .takeOffsets(numbers.map((number) => number - 1))
      .select([COLUMNS.place, ...columns])
      .toArray()) as Row[];
  }

  const index: SectionIndex = {
    facts,
    vocabulary() {
      reading ??= readVocabulary(words, facts);
      reading.catch(() => (reading = undefined));
      return reading;
    },
    async matches(expression, { ranges, limit }, column) {
      if (ranges.length === 0) return [];
      const name = column ?? COLUMNS.words;
      const queries = new FullTextQueries(lancedb, name, await index.vocabulary(), facts.sections);
      const query = table
        .query()
        .fullTextSearch(queries.make(expression))
        .select([...FOUND, '_score'])
        .limit(limit);
      return (await read(query, ranges)).map((row) => toFound(row, row._score!)).sort(byScore);
    },
    async nearest(vector, { ranges, limit }) {
      if (ranges.length === 0 || facts.vectors === 0) return [];
      const query = table
        .vectorSearch(vector)
        .column(COLUMNS.mixedVector)
        .distanceType('dot')
        .minimumNprobes(MIN_PROBES)
        .refineFactor(COMPARED_PER_RESULT)
        .select([...FOUND, '_distance'])
        .limit(limit);
      // The distance of LanceDB is one minus the product.
      const rows = await read(query as VectorQuery, ranges);
      return rows.map((row) => toFound(row, 1 - row._distance!)).sort(byScore);
    },
    async cosines(numbers, query) {
      if (facts.vectors === 0) return new Map();
      const rows = await takeRows(numbers, [COLUMNS.vector]);
      return new Map(
        rows.flatMap(({ place, vector }) => (vector ? [[place, product(vector.toArray(), query)]] : [])),
      );
    },
    async sections(numbers) {
      const rows = await takeRows(numbers, [COLUMNS.section]);
      return new Map(rows.map(({ place, section }) => [place, JSON.parse(section!) as Section]));
    },
    async findPages(keys) {
      if (keys.length === 0) return new Map();
      const list = keys.map((key) => `'${key.replaceAll("'", "''")}'`).join(', ');
      const rows = (await table
        .query()
        .where(`${COLUMNS.pageKey} IN (${list})`)
        .select([COLUMNS.pageKey, COLUMNS.section])
        .toArray()) as Row[];
      return new Map(
        rows.map(({ page_key: key, section }) => [key!, (JSON.parse(section!) as Section).path]),
      );
    },
    async close() {
      table.close();
      words.close();
    },
  };
  return index;
}

/** A row with the columns that were asked for. */
interface Row {
  place: number;
  page: number;
  is_first: boolean;
  page_key?: string;
  section?: string;
  vector?: { toArray(): Float32Array } | null;
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
