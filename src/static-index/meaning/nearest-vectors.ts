import type { SectionVectorsFile } from '../format/vectors-file.ts';

/**
 * Vectors that are compared between two turns of the event loop. Before the browser has compiled the loop, so many take some 15
 * milliseconds on a processor slowed down four times.
 */
const PORTION = 512;
const BYTE_VALUES = 256;
/** Sum of the squares of both numbers of a byte. */
const SQUARES = Float32Array.from({ length: BYTE_VALUES }, (_, byte) => lowOf(byte) ** 2 + highOf(byte) ** 2);

/** Vectors of sections, to be compared with queries. */
export interface ComparedVectors extends SectionVectorsFile {
  /** What each product is multiplied with, because rounded vectors are not of length 1. Filled in by the first comparison. */
  factors: Float32Array;
  isMeasured: boolean;
}

/** Prepare the vectors of a file for comparisons. */
export function prepareVectors(file: SectionVectorsFile): ComparedVectors {
  return { ...file, factors: new Float32Array(file.sections.length), isMeasured: false };
}

/**
 * Return the cosine of each vector and a query of length 1. For each byte, a table has the product of both of its numbers with the
 * query, so that there is one look-up for two numbers.
 *
 * @param yieldToEventLoop called before each portion, so that the page stays responsive
 */
export async function compareVectors(
  vectors: ComparedVectors,
  query: Float32Array,
  yieldToEventLoop: () => Promise<void>,
): Promise<Float32Array> {
  const products = productTable(query);
  const cosines = new Float32Array(vectors.sections.length);
  for (let row = 0; row < cosines.length; row += PORTION) {
    await yieldToEventLoop();
    const end = Math.min(row + PORTION, cosines.length);
    if (!vectors.isMeasured) measure(vectors, row, end);
    compare(vectors, products, cosines, row, end);
  }
  vectors.isMeasured = true;
  return cosines;
}

function measure({ dimensions, bytes, factors }: ComparedVectors, first: number, end: number): void {
  const width = dimensions / 2;
  for (let row = first, at = first * width; row < end; row++) {
    let sum = 0;
    for (let column = 0; column < width; column++) sum += SQUARES[bytes[at++]!]!;
    factors[row] = sum === 0 ? 0 : 1 / Math.sqrt(sum);
  }
}

function compare(
  { dimensions, bytes, factors }: ComparedVectors,
  products: Float32Array,
  cosines: Float32Array,
  first: number,
  end: number,
): void {
  const width = dimensions / 2;
  for (let row = first, at = first * width; row < end; row++) {
    let sum = 0;
    for (let column = 0; column < width; column++) sum += products[column * BYTE_VALUES + bytes[at++]!]!;
    cosines[row] = sum * factors[row]!;
  }
}

function productTable(query: Float32Array): Float32Array {
  const products = new Float32Array((query.length / 2) * BYTE_VALUES);
  for (let at = 0, column = 0; at < products.length; column += 2) {
    const low = query[column]!;
    const high = query[column + 1]!;
    for (let byte = 0; byte < BYTE_VALUES; byte++) products[at++] = lowOf(byte) * low + highOf(byte) * high;
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
