import { rowsOf, type DenseMatrix } from './dense-matrix.ts';
import type { WordBags } from './word-bags.ts';

/** Maximum number of steps of the solver. The penalty keeps the system so well conditioned that further ones change nothing that is kept. */
const MAX_STEPS = 25;
/** Share of the first residual at which a column is solved. */
const TOLERANCE = 1e-3;

/**
 * Fit a correction to the vector of each word, so that the bags of texts come nearer to their targets: ridge regression towards 0,
 * solved by conjugate gradients on the normal equations, because they are too many for a matrix.
 *
 * @param residuals what is missing to the target of each text
 * @param penalty larger for smaller corrections
 */
export function fitCorrections(
  bags: WordBags,
  residuals: DenseMatrix,
  wordCount: number,
  penalty: number,
): DenseMatrix {
  const { columns } = residuals;
  const corrections = new Float32Array(wordCount * columns);
  const rest = spreadToWords(bags, residuals, wordCount).values;
  const direction = rest.slice();
  let lengths = columnProducts(rest, rest, columns);
  const solved = lengths.map((length) => length * TOLERANCE ** 2);
  for (let step = 0; step < MAX_STEPS && lengths.some((length, at) => length > solved[at]!); step++) {
    const image = spreadToWords(bags, sumBags(bags, { columns, values: direction }), wordCount).values;
    for (let at = 0; at < image.length; at++) image[at]! += penalty * direction[at]!;
    const curvatures = columnProducts(direction, image, columns);
    const sizes = lengths.map((length, at) => (curvatures[at]! > 0 ? length / curvatures[at]! : 0));
    for (let at = 0; at < image.length; at++) {
      const size = sizes[at % columns]!;
      corrections[at]! += size * direction[at]!;
      rest[at]! -= size * image[at]!;
    }
    const next = columnProducts(rest, rest, columns);
    const shares = next.map((length, at) => (lengths[at]! > 0 ? length / lengths[at]! : 0));
    for (let at = 0; at < direction.length; at++) {
      direction[at] = rest[at]! + shares[at % columns]! * direction[at]!;
    }
    lengths = next;
  }
  return { columns, values: corrections };
}

/** Return the weighted sum of the vectors of the words of each bag. */
export function sumBags({ starts, words, weights }: WordBags, vectors: DenseMatrix): DenseMatrix {
  const { columns, values } = vectors;
  const sums = new Float32Array((starts.length - 1) * columns);
  for (let row = 0; row + 1 < starts.length; row++) {
    const own = sums.subarray(row * columns, (row + 1) * columns);
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      const weight = weights[at]!;
      const from = words[at]! * columns;
      for (let column = 0; column < columns; column++) own[column]! += weight * values[from + column]!;
    }
  }
  return { columns, values: sums };
}

/** Return for each word the weighted sum of the vectors of the bags that have it. */
function spreadToWords(
  { starts, words, weights }: WordBags,
  vectors: DenseMatrix,
  wordCount: number,
): DenseMatrix {
  const { columns, values } = vectors;
  const sums = new Float32Array(wordCount * columns);
  for (let row = 0; row < rowsOf(vectors); row++) {
    const own = values.subarray(row * columns, (row + 1) * columns);
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      const weight = weights[at]!;
      const from = words[at]! * columns;
      for (let column = 0; column < columns; column++) sums[from + column]! += weight * own[column]!;
    }
  }
  return { columns, values: sums };
}

/** Return the dot product of each column of two matrices. */
function columnProducts(a: Float32Array, b: Float32Array, columns: number): Float64Array {
  const products = new Float64Array(columns);
  for (let at = 0; at < a.length; at++) products[at % columns]! += a[at]! * b[at]!;
  return products;
}
