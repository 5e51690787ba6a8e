/** Largest number of 4 bits. The smallest is its negative, so that 0 is in the middle. */
const LARGEST = 7;
/** What is added to a number, so that it is not negative. */
const OFFSET = 8;

/** A vector in numbers of 4 bits. */
export interface Int4Vector {
  /** Two numbers in each byte, the first one in the low bits. */
  bytes: Uint8Array;
  /** What the numbers are multiplied with. */
  scale: number;
}

/** Round a vector to numbers of 4 bits. Its length is even. */
export function toInt4(vector: Float32Array): Int4Vector {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = largest / LARGEST;
  const nibble = (at: number): number => (scale === 0 ? 0 : Math.round(vector[at]! / scale)) + OFFSET;
  const bytes = Uint8Array.from(
    { length: vector.length / 2 },
    (_, at) => nibble(2 * at) | (nibble(2 * at + 1) << 4),
  );
  return { bytes, scale };
}

/** Return the numbers of a vector, without its scale. */
export function fromInt4(bytes: Uint8Array): Float32Array {
  const vector = new Float32Array(2 * bytes.length);
  for (let at = 0; at < bytes.length; at++) {
    vector[2 * at] = (bytes[at]! & 0xf) - OFFSET;
    vector[2 * at + 1] = (bytes[at]! >> 4) - OFFSET;
  }
  return vector;
}

/**
 * Return vectors with the bytes of each column together, which gzip packs better: the numbers of a column are alike, because principal
 * components are in order.
 */
export function toColumns(bytes: Uint8Array, rows: number): Uint8Array {
  return transpose(bytes, rows);
}

/** Return what `toColumns` was given. */
export function fromColumns(bytes: Uint8Array, rows: number): Uint8Array {
  return transpose(bytes, bytes.length / rows);
}

function transpose(bytes: Uint8Array, rows: number): Uint8Array {
  const transposed = new Uint8Array(bytes.length);
  for (let row = 0, from = 0; row < rows; row++) {
    for (let to = row; to < bytes.length; to += rows) transposed[to] = bytes[from++]!;
  }
  return transposed;
}
