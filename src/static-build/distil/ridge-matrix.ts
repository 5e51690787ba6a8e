import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { crossProduct, type DenseMatrix } from './dense-matrix.ts';

/** Weight of the penalty, as a share of the mean diagonal: against directions in which the inputs hardly differ. */
const PENALTY_SHARE = 1e-3;

/** Return the matrix that maps the rows of `inputs` to those of `targets` best, by ridge regression. */
export function fitRidgeMatrix(inputs: DenseMatrix, targets: DenseMatrix): DenseMatrix {
  const gram = crossProduct(inputs, inputs);
  const penalty = PENALTY_SHARE * (gram.reduce((sum, row, at) => sum + row[at]!, 0) / inputs.columns) || 1;
  for (const [at, row] of gram.entries()) row[at]! += penalty;
  const solution = new CholeskyDecomposition(new Matrix(gram)).solve(new Matrix(crossProduct(inputs, targets)));
  return { columns: targets.columns, values: Float32Array.from(solution.to1DArray()) };
}
