import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { crossProduct, type DenseMatrix } from './dense-matrix.ts';

/**
 * Return the basis of the directions in which vectors differ most (principal component analysis), as columns.
 *
 * @param centred vectors as rows, with mean 0
 */
export function principalComponents(centred: DenseMatrix, count: number): DenseMatrix {
  const { columns } = centred;
  const kept = Math.min(count, columns);
  const { eigenvectorMatrix } = new EigenvalueDecomposition(new Matrix(crossProduct(centred, centred)), {
    assumeSymmetric: true,
  });
  const values = new Float32Array(columns * kept);
  // Eigenvalues ascend.
  for (let at = 0; at < kept; at++) {
    for (let row = 0; row < columns; row++) {
      values[row * kept + at] = eigenvectorMatrix.get(row, columns - 1 - at);
    }
  }
  return { columns: kept, values };
}
