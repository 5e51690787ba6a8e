/** Maximum value of 4 bits. The minimum is its negative, so that 0 is in the middle. */
const MAX_INT4 = 7;
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
  const scale = largest / MAX_INT4;
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
 * Return the numbers of vectors with those of each column together, those of two rows in a byte, which gzip packs better: the numbers of
 * a column are alike, because principal components are in order, and those of sections that follow each other even more.
 */
export function toColumns(bytes: Uint8Array, rows: number): Uint8Array {
  const width = bytes.length / rows || 0;
  const height = Math.ceil(rows / 2);
  const columns = new Uint8Array(2 * width * height);
  for (let row = 0; row < rows; row += 2) {
    for (let column = 0; column < width; column++) {
      const one = bytes[row * width + column]!;
      const other = row + 1 < rows ? bytes[(row + 1) * width + column]! : 0;
      const at = 2 * column * height + row / 2;
      columns[at] = (one & 0xf) | ((other & 0xf) << 4);
      columns[at + height] = (one >> 4) | (other & 0xf0);
    }
  }
  return columns;
}

/** Return what `toColumns` was given. @param dimensions numbers of a vector. Even. */
export function fromColumns(columns: Uint8Array, rows: number, dimensions: number): Uint8Array {
  const width = dimensions / 2;
  const height = Math.ceil(rows / 2);
  const bytes = new Uint8Array(rows * width);
  for (let row = 0; row < rows; row += 2) {
    for (let column = 0; column < width; column++) {
      const at = 2 * column * height + row / 2;
      const low = columns[at]!;
      const high = columns[at + height]!;
      bytes[row * width + column] = (low & 0xf) | ((high & 0xf) << 4);
      if (row + 1 < rows) bytes[(row + 1) * width + column] = (low >> 4) | (high & 0xf0);
    }
  }
  return bytes;
}
