import type { SectionVectorsFile } from '../format/vectors-file.ts';

/** Vectors that are compared between two turns of the event loop: some milliseconds on a slow phone. */
const PORTION = 4_096;
const BYTE_VALUES = 256;

/** Vectors of sections, ready to be compared. */
export interface ComparedVectors extends SectionVectorsFile {
  /** What each product is multiplied with, because rounded vectors are not of length 1. */
  factors: Float32Array;
}

/** Measure the vectors of a file, once. */
export function prepareVectors(file: SectionVectorsFile): ComparedVectors {
  const { sections, dimensions, bytes } = file;
  const squares = Float32Array.from(
    { length: BYTE_VALUES },
    (_, byte) => lowOf(byte) ** 2 + highOf(byte) ** 2,
  );
  const factors = new Float32Array(sections.length);
  const width = dimensions / 2;
  for (let row = 0, at = 0; row < factors.length; row++) {
    let sum = 0;
    for (const end = at + width; at < end; at++) sum += squares[bytes[at]!]!;
    factors[row] = sum === 0 ? 0 : 1 / Math.sqrt(sum);
  }
  return { ...file, factors };
}

/**
 * Return the cosine of each vector and a query of length 1. For each byte, a table has the product of both of its numbers with the
 * query, so that there is one look-up for two numbers.
 *
 * @param nextTurn called between portions, so that the page stays responsive
 */
export async function compareVectors(
  { sections, dimensions, bytes, factors }: ComparedVectors,
  query: Float32Array,
  nextTurn: () => Promise<void>,
): Promise<Float32Array> {
  const width = dimensions / 2;
  const products = productTable(query);
  const cosines = new Float32Array(sections.length);
  for (let row = 0, at = 0; row < cosines.length; row++) {
    let sum = 0;
    for (let column = 0; column < width; column++) sum += products[column * BYTE_VALUES + bytes[at++]!]!;
    cosines[row] = sum * factors[row]!;
    if (row % PORTION === PORTION - 1) await nextTurn();
  }
  return cosines;
}

function productTable(query: Float32Array): Float32Array {
  const products = new Float32Array((query.length / 2) * BYTE_VALUES);
  for (let at = 0; at < products.length; at++) {
    const column = Math.floor(at / BYTE_VALUES);
    const byte = at % BYTE_VALUES;
    products[at] = lowOf(byte) * query[2 * column]! + highOf(byte) * query[2 * column + 1]!;
  }
  return products;
}

/** Return the number in the low bits of a byte; see `Int4Vector`. */
function lowOf(byte: number): number {
  return (byte & 0xf) - 8;
}

function highOf(byte: number): number {
  return (byte >> 4) - 8;
}
