/** Numbers in rows of equal length, one row after the other. */
export interface DenseMatrix {
  columns: number;
  values: Float32Array;
}

/** Put vectors of equal length below each other. */
export function matrixOf(rows: readonly Float32Array[], columns: number): DenseMatrix {
  const values = new Float32Array(rows.length * columns);
  for (const [at, row] of rows.entries()) values.set(row, at * columns);
  return { columns, values };
}

/** Return the number of rows. */
export function rowsOf({ columns, values }: DenseMatrix): number {
  return columns === 0 ? 0 : values.length / columns;
}

/** Return a row, as a view. */
export function rowOf({ columns, values }: DenseMatrix, row: number): Float32Array {
  return values.subarray(row * columns, (row + 1) * columns);
}

/** Return the mean of all rows. */
export function meanOf(matrix: DenseMatrix): Float32Array {
  const { columns, values } = matrix;
  const sums = new Float64Array(columns);
  for (let at = 0; at < values.length; at++) sums[at % columns]! += values[at]!;
  const count = Math.max(1, rowsOf(matrix));
  return Float32Array.from(sums, (sum) => sum / count);
}

/** Return a matrix with a vector subtracted from each row. */
export function subtractFromRows({ columns, values }: DenseMatrix, vector: Float32Array): DenseMatrix {
  return { columns, values: values.map((value, at) => value - vector[at % columns]!) };
}

/** Return the product of two matrices. */
export function multiply(a: DenseMatrix, b: DenseMatrix): DenseMatrix {
  const rows = rowsOf(a);
  const values = new Float32Array(rows * b.columns);
  const sums = new Float64Array(b.columns);
  for (let row = 0; row < rows; row++) {
    sums.fill(0);
    for (let at = 0; at < a.columns; at++) {
      const factor = a.values[row * a.columns + at]!;
      const from = at * b.columns;
      for (let column = 0; column < b.columns; column++) sums[column]! += factor * b.values[from + column]!;
    }
    values.set(sums, row * b.columns);
  }
  return { columns: b.columns, values };
}

/** Return `transpose(a) b` of matrices with the same number of rows, in double precision, as rows. */
export function crossProduct(a: DenseMatrix, b: DenseMatrix): Float64Array[] {
  const sums = Array.from({ length: a.columns }, () => new Float64Array(b.columns));
  const isSymmetric = a === b;
  const rows = rowsOf(a);
  for (let row = 0; row < rows; row++) {
    const other = rowOf(b, row);
    for (let at = 0; at < a.columns; at++) {
      const factor = a.values[row * a.columns + at]!;
      const own = sums[at]!;
      for (let column = isSymmetric ? at : 0; column < other.length; column++) {
        own[column]! += factor * other[column]!;
      }
    }
  }
  if (isSymmetric) {
    for (let row = 0; row < a.columns; row++) {
      for (let column = 0; column < row; column++) sums[row]![column] = sums[column]![row]!;
    }
  }
  return sums;
}

/** Return a matrix with all rows scaled to length 1. Rows of zeros stay. */
export function withUnitRows(matrix: DenseMatrix): DenseMatrix {
  const { columns } = matrix;
  const values = matrix.values.slice();
  for (let row = 0; row < rowsOf(matrix); row++) {
    const own = values.subarray(row * columns, (row + 1) * columns);
    const length = Math.hypot(...own) || 1;
    for (let at = 0; at < columns; at++) own[at]! /= length;
  }
  return { columns, values };
}
