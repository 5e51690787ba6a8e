import type { Connection, Table } from '@lancedb/lancedb';
import type * as ArrowModule from 'apache-arrow';
import type { Field as ArrowField, Schema as ArrowSchema, Table as ArrowTable, Vector } from 'apache-arrow';
import type { IndexContent, IndexedSection } from '../../index/index-content.ts';
import { analysedText, weightedText, type LanceDb } from './full-text.ts';

/** The module; loaded late, because it is optional. */
export type Arrow = typeof ArrowModule;

/** Sections per write. Each write makes a file, and many small ones are slow to read. */
const BATCH_SIZE = 5_000;
/** Maximum length of a word that is looked up. */
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
} as const;

/** Write the sections of an index to a table, in order, so that a section is at its number minus one. */
export async function writeSectionTable(
  { lancedb, arrow, database }: { lancedb: LanceDb; arrow: Arrow; database: Connection },
  name: string,
  content: IndexContent,
  signal: AbortSignal,
): Promise<void> {
  const schema = createSchema(arrow);
  const table = await database.createEmptyTable(name, schema);
  try {
    for (const batch of batchesOf(content.sections(), BATCH_SIZE)) {
      signal.throwIfAborted();
      await table.add(toArrow(arrow, schema, batch));
    }
    await createIndexes(lancedb, table, signal);
  } finally {
    table.close();
  }
}

async function createIndexes({ Index }: LanceDb, table: Table, signal: AbortSignal): Promise<void> {
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
  };
  for (const [column, config] of Object.entries(indexes)) {
    signal.throwIfAborted();
    await table.createIndex(column, { config });
  }
}

function createSchema({ Bool, Field, Int32, Schema, Utf8 }: Arrow): ArrowSchema {
  const fields: ArrowField[] = [
    new Field(COLUMNS.place, new Int32()),
    new Field(COLUMNS.page, new Int32()),
    new Field(COLUMNS.isFirst, new Bool()),
    new Field(COLUMNS.pageKey, new Utf8(), true),
    new Field(COLUMNS.section, new Utf8()),
    new Field(COLUMNS.words, new Utf8()),
    new Field(COLUMNS.heading, new Utf8()),
  ];
  return new Schema(fields);
}

function toArrow(arrow: Arrow, schema: ArrowSchema, rows: readonly IndexedSection[]): ArrowTable {
  const { Bool, Int32, Utf8, vectorFromArray } = arrow;
  const texts = (read: (row: IndexedSection) => string | null) => vectorFromArray(rows.map(read), new Utf8());
  const numbers = (read: (row: IndexedSection) => number) => vectorFromArray(rows.map(read), new Int32());
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
  ]);
}

/** Make a table of columns in the order of a schema. */
export function toTable(
  { makeData, RecordBatch, Struct, Table: ArrowTable }: Arrow,
  schema: ArrowSchema,
  columns: readonly Vector[],
): ArrowTable {
  const data = makeData({
    type: new Struct(schema.fields),
    length: columns[0]!.length,
    children: columns.map((column) => column.data[0]!),
  });
  return new ArrowTable(schema, [new RecordBatch(schema, data)]);
}

/** Divide rows into batches, without having all of them in memory. */
export function* batchesOf<Row>(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
