import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { crossProduct, multiply, type DenseMatrix } from './dense-matrix.ts';

/** Weight of the penalty, as a share of the mean diagonal: against directions in which the inputs hardly differ. */
const PENALTY_SHARE = 1e-3;

/**
 * Return the matrix that maps the rows of `inputs` to those of `targets` best, by ridge regression towards `prior` times a number, so
 * that a documentation with few texts stays near to it.
 */
export function fitRidgeMatrix(inputs: DenseMatrix, targets: DenseMatrix, prior: DenseMatrix): DenseMatrix {
  const expected = multiply(inputs, prior).values;
  let product = 0;
  let square = 0;
  for (let at = 0; at < expected.length; at++) {
    product += expected[at]! * targets.values[at]!;
    square += expected[at]! ** 2;
  }
  const scale = square === 0 ? 1 : product / square;
  const residuals = targets.values.map((value, at) => value - scale * expected[at]!);
  const gram = crossProduct(inputs, inputs);
  const penalty = PENALTY_SHARE * (gram.reduce((sum, row, at) => sum + row[at]!, 0) / inputs.columns) || 1;
  for (const [at, row] of gram.entries()) row[at]! += penalty;
  const change = new CholeskyDecomposition(new Matrix(gram))
    .solve(new Matrix(crossProduct(inputs, { columns: targets.columns, values: residuals })))
    .to1DArray();
  return { columns: targets.columns, values: prior.values.map((value, at) => scale * value + change[at]!) };
}
