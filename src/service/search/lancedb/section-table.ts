import type { Connection, Table } from '@lancedb/lancedb';
import type * as ArrowModule from 'apache-arrow';
import type { Field as ArrowField, Schema, Table as ArrowTable, Vector } from 'apache-arrow';
import type { IndexContent, IndexedSection } from '../../index/index-content.ts';
import { analysedText, weightedText, type LanceDb } from './full-text.ts';

/** The module; loaded late, because it is optional. */
export type Arrow = typeof ArrowModule;

/** Sections per write. Each write makes a file, and many small ones are slow to read. */
const BATCH_SIZE = 5_000;
/** Sections from which vectors are found by an index. With fewer, all are compared in a few milliseconds. */
const MIN_INDEXED_VECTORS = 20_000;
/** Longest word that is looked up. */
const MAX_WORD_LENGTH = 100;

/** Columns of the sections. */
export const COLUMNS = {
  place: 'place',
  page: 'page',
  isFirst: 'is_first',
  /** Of the first section of a page. */
  pageKey: 'page_key',
  /** The section as JSON. */
  section: 'section',
  words: 'words',
  heading: 'heading',
  vector: 'vector',
  mixedVector: 'mixed_vector',
} as const;

/** Write the sections of an index to a table, in order, so that a section is at its number minus one. */
export async function writeSections(
  { lancedb, arrow, database }: { lancedb: LanceDb; arrow: Arrow; database: Connection },
  name: string,
  content: IndexContent,
  signal: AbortSignal,
): Promise<void> {
  const rows = content.sections()[Symbol.iterator]();
  let batch = takeBatch(rows);
  const length = batch.find(({ vector }) => vector !== null)?.vector?.length ?? null;
  const schema = createSchema(arrow, length);
  const table = await database.createEmptyTable(name, schema);
  try {
    for (; batch.length > 0; batch = takeBatch(rows)) {
      signal.throwIfAborted();
      await table.add(toArrow(arrow, schema, batch, length));
    }
    await createIndexes(lancedb, table, content.facts.vectors, signal);
  } finally {
    table.close();
  }
}

async function createIndexes(
  { Index }: LanceDb,
  table: Table,
  vectors: number,
  signal: AbortSignal,
): Promise<void> {
  // Texts are analysed already.
  const asItIs = {
    baseTokenizer: 'whitespace',
    lowercase: false,
    stem: false,
    removeStopWords: false,
    asciiFolding: false,
    maxTokenLength: MAX_WORD_LENGTH,
  } as const;
  const indexes = {
    [COLUMNS.words]: Index.fts({ ...asItIs, withPosition: true }),
    [COLUMNS.heading]: Index.fts({ ...asItIs, withPosition: true }),
    [COLUMNS.place]: Index.btree(),
    [COLUMNS.pageKey]: Index.btree(),
    ...(vectors >= MIN_INDEXED_VECTORS && { [COLUMNS.mixedVector]: Index.ivfRq({ distanceType: 'dot' }) }),
  };
  for (const [column, config] of Object.entries(indexes)) {
    signal.throwIfAborted();
    await table.createIndex(column, { config });
  }
}

/** @param length of the vectors; `null` if there are none */
function createSchema(arrow: Arrow, length: number | null): Schema {
  const { Bool, Field, FixedSizeList, Float32, Int32, Utf8 } = arrow;
  const vector = (name: string) =>
    new Field(name, new FixedSizeList(length!, new Field('item', new Float32(), true)), true);
  const fields: ArrowField[] = [
    new Field(COLUMNS.place, new Int32()),
    new Field(COLUMNS.page, new Int32()),
    new Field(COLUMNS.isFirst, new Bool()),
    new Field(COLUMNS.pageKey, new Utf8(), true),
    new Field(COLUMNS.section, new Utf8()),
    new Field(COLUMNS.words, new Utf8()),
    new Field(COLUMNS.heading, new Utf8()),
    ...(length === null ? [] : [vector(COLUMNS.vector), vector(COLUMNS.mixedVector)]),
  ];
  return new arrow.Schema(fields);
}

function toArrow(arrow: Arrow, schema: Schema, rows: readonly IndexedSection[], length: number | null) {
  const { Bool, Int32, Utf8, vectorFromArray } = arrow;
  const texts = (read: (row: IndexedSection) => string | null) => vectorFromArray(rows.map(read), new Utf8());
  const numbers = (read: (row: IndexedSection) => number) => vectorFromArray(rows.map(read), new Int32());
  const vectors = (read: (row: IndexedSection) => Float32Array | null) =>
    toVectors(arrow, rows.map(read), length!);
  return toTable(arrow, schema, [
    numbers(({ section }) => section.place),
    numbers(({ page }) => page),
    vectorFromArray(
      rows.map(({ isFirst }) => isFirst),
      new Bool(),
    ),
    texts(({ isFirst, pageKey }) => (isFirst ? pageKey : null)),
    texts(({ section }) => JSON.stringify(section)),
    texts(({ columns }) => weightedText(columns)),
    texts(({ columns }) => analysedText(columns.heading)),
    ...(length === null ? [] : [vectors(({ vector }) => vector), vectors(({ mixedVector }) => mixedVector)]),
  ]);
}

/** Make a table of columns in the order of a schema. */
export function toTable(
  { makeData, RecordBatch, Struct, Table: ArrowTable }: Arrow,
  schema: Schema,
  columns: readonly Vector[],
): ArrowTable {
  const data = makeData({
    type: new Struct(schema.fields),
    length: columns[0]!.length,
    children: columns.map((column) => column.data[0]!),
  });
  return new ArrowTable(schema, [new RecordBatch(schema, data)]);
}

function toVectors(arrow: Arrow, vectors: readonly (Float32Array | null)[], length: number) {
  const { Field, FixedSizeList, Float32, makeData } = arrow;
  const values = new Float32Array(vectors.length * length);
  const known = new Uint8Array(Math.ceil(vectors.length / 8));
  for (const [at, vector] of vectors.entries()) {
    if (vector?.length !== length) continue;
    values.set(vector, at * length);
    known[at >> 3]! |= 1 << (at & 7);
  }
  return new arrow.Vector([
    makeData({
      type: new FixedSizeList(length, new Field('item', new Float32(), true)),
      length: vectors.length,
      nullBitmap: known,
      child: makeData({ type: new Float32(), data: values }),
    }),
  ]);
}

function takeBatch(rows: Iterator<IndexedSection>): IndexedSection[] {
  const batch: IndexedSection[] = [];
  while (batch.length < BATCH_SIZE) {
    const next = rows.next();
    if (next.done) break;
    batch.push(next.value);
  }
  return batch;
}
