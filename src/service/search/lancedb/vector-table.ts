import type { Connection, Table } from '@lancedb/lancedb';
import type { Vector } from 'apache-arrow';
import type { IndexContent } from '../../index/index-content.ts';
import type { LanceDb } from './full-text.ts';
import { batchesOf, toTable, type Arrow } from './section-table.ts';

/** Vectors per write. */
const BATCH_SIZE = 5_000;
/** Minimum number of vectors that are found by an index. Fewer are all compared in a few milliseconds. */
const MIN_INDEXED = 20_000;

/** Columns of the vectors. A section has a row for each of its pieces. */
export const VECTOR_COLUMNS = {
  place: 'place',
  page: 'page',
  isFirst: 'is_first',
  vector: 'vector',
  mixedVector: 'mixed_vector',
} as const;

interface VectorRow {
  place: number;
  page: number;
  isFirst: boolean;
  vector: Float32Array;
  mixed: Float32Array;
}

/** Write the vectors of an index to a table. Without vectors there is none. */
export async function writeVectors(
  { lancedb, arrow, database }: { lancedb: LanceDb; arrow: Arrow; database: Connection },
  name: string,
  content: IndexContent,
  signal: AbortSignal,
): Promise<void> {
  let table: Table | undefined;
  let count = 0;
  try {
    for (const batch of batchesOf(rowsOf(content), BATCH_SIZE)) {
      signal.throwIfAborted();
      const { schema, rows } = toArrow(arrow, batch);
      table ??= await database.createEmptyTable(name, schema);
      await table.add(rows);
      count += batch.length;
    }
    if (!table) return;
    const { Index } = lancedb;
    await table.createIndex(VECTOR_COLUMNS.place, { config: Index.btree() });
    if (count < MIN_INDEXED) return;
    const config = Index.ivfRq({ distanceType: 'dot' });
    await table.createIndex(VECTOR_COLUMNS.mixedVector, { config });
  } finally {
    table?.close();
  }
}

/** Iterate over the vectors, all of the length of the first one. */
function* rowsOf(content: IndexContent): Generator<VectorRow> {
  let length: number | undefined;
  for (const { section, page, isFirst, vectors, mixedVectors } of content.sections()) {
    for (const [at, vector] of vectors.entries()) {
      length ??= vector.length;
      if (vector.length !== length) continue;
      yield { place: section.place, page, isFirst, vector, mixed: mixedVectors[at]! };
    }
  }
}

function toArrow(arrow: Arrow, rows: readonly VectorRow[]) {
  const {
    Bool,
    Field,
    FixedSizeList,
    Float32,
    Int32,
    makeData,
    Schema,
    Vector: ArrowVector,
    vectorFromArray,
  } = arrow;
  const length = rows[0]!.vector.length;
  const list = new FixedSizeList(length, new Field('item', new Float32(), true));
  const schema = new Schema([
    new Field(VECTOR_COLUMNS.place, new Int32()),
    new Field(VECTOR_COLUMNS.page, new Int32()),
    new Field(VECTOR_COLUMNS.isFirst, new Bool()),
    new Field(VECTOR_COLUMNS.vector, list, true),
    new Field(VECTOR_COLUMNS.mixedVector, list, true),
  ]);
  const numbers = (read: (row: VectorRow) => number) => vectorFromArray(rows.map(read), new Int32());
  const vectors = (read: (row: VectorRow) => Float32Array): Vector => {
    const data = new Float32Array(rows.length * length);
    for (const [at, row] of rows.entries()) data.set(read(row), at * length);
    const child = makeData({ type: new Float32(), data });
    return new ArrowVector([makeData({ type: list, length: rows.length, nullCount: 0, child })]);
  };
  const columns = [
    numbers(({ place }) => place),
    numbers(({ page }) => page),
    vectorFromArray(
      rows.map(({ isFirst }) => isFirst),
      new Bool(),
    ),
    vectors(({ vector }) => vector),
    vectors(({ mixed }) => mixed),
  ];
  return { schema, rows: toTable(arrow, schema, columns) };
}
