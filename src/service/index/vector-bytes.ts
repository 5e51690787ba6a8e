/** Return the vectors of the pieces of a section from an index file. */
export function readVectors(bytes: Uint8Array, pieces: number): Float32Array[] {
  // Copy, because the buffer of SQLite may not be aligned for floats.
  const numbers = new Float32Array(bytes.slice().buffer);
  const length = numbers.length / pieces;
  return Array.from({ length: pieces }, (_, at) => numbers.subarray(at * length, (at + 1) * length));
}

/** Return the product of a vector with the nearest of some others. */
export function nearestProduct(query: Float32Array, vectors: readonly Float32Array[]): number {
  return Math.max(...vectors.map((vector) => product(query, vector)));
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
