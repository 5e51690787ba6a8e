import { rowOf, rowsOf, type DenseMatrix } from './dense-matrix.ts';

/** Maximum number of vectors up to which one cell has all: its file has about a megabyte. */
const MAX_VECTORS_OF_ONE_CELL = 20_000;
/** Mean number of vectors in each of several cells: about 24 kB. */
const VECTORS_PER_CELL = 512;
/** Maximum number of vectors that centres are fitted to. */
const MAX_FITTED = 20_000;
const ITERATIONS = 8;

/** Vectors that are near to each other. */
export interface VectorCellRows {
  centre: Float32Array;
  /** Rows of the vectors, in order. */
  rows: number[];
}

/** Divide vectors of length 1 into cells of near ones (k-means by cosine), so that a page fetches the nearest ones only. */
export function divideIntoCells(
  vectors: DenseMatrix,
  { maxOfOne = MAX_VECTORS_OF_ONE_CELL, perCell = VECTORS_PER_CELL } = {},
): VectorCellRows[] {
  const count = rowsOf(vectors);
  const cellCount = count <= maxOfOne ? 1 : Math.ceil(count / perCell);
  const everyRow = Array.from({ length: count }, (_, row) => row);
  if (cellCount === 1) return [{ centre: centreOf(vectors, everyRow), rows: everyRow }];
  const fittedCount = Math.max(cellCount, Math.min(count, MAX_FITTED));
  const fitted = Array.from({ length: fittedCount }, (_, at) => Math.floor((at * count) / fittedCount));
  let centres: Float32Array[] = Array.from({ length: cellCount }, (_, at) =>
    rowOf(vectors, fitted[Math.floor((at * fittedCount) / cellCount)]!).slice(),
  );
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const cells = assign(vectors, fitted, centres);
    centres = centres.map((centre, cell) =>
      cells[cell]!.length > 0 ? centreOf(vectors, cells[cell]!) : centre,
    );
  }
  const cells = assign(vectors, everyRow, centres);
  return cells.flatMap((rows, cell) => (rows.length > 0 ? [{ centre: centres[cell]!, rows }] : []));
}

function assign(vectors: DenseMatrix, rows: readonly number[], centres: readonly Float32Array[]): number[][] {
  const cells: number[][] = centres.map(() => []);
  for (const row of rows) {
    const vector = rowOf(vectors, row);
    let nearest = 0;
    let highest = -Infinity;
    for (const [cell, centre] of centres.entries()) {
      let product = 0;
      for (let at = 0; at < vector.length; at++) product += vector[at]! * centre[at]!;
      if (product > highest) [nearest, highest] = [cell, product];
    }
    cells[nearest]!.push(row);
  }
  return cells;
}

/** Return the direction of the mean of vectors. */
function centreOf(vectors: DenseMatrix, rows: readonly number[]): Float32Array {
  const sum = new Float32Array(vectors.columns);
  for (const row of rows) {
    const vector = rowOf(vectors, row);
    for (let at = 0; at < sum.length; at++) sum[at]! += vector[at]!;
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}
