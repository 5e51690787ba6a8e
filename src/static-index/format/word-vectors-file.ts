import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { beginFile, openFile } from './file-header.ts';
import { compareKeys } from './index-keys.ts';
import { MAX_ENTRIES, MAX_KEY_LENGTH } from './limits.ts';

/** Vectors of words, which are multiplied with the weights of the words, so that their sum is the vector of a query. */
export interface WordVectors {
  /** Folded, in the order of `compareKeys`. */
  words: readonly string[];
  /** Scale of each vector, in a unit that all vectors of a part share. */
  scales: Uint16Array;
  /** The numbers of each vector (see `Int4Vector`), one vector after the other. */
  bytes: Uint8Array;
}

/** Encode a `wordvectors` file. */
export function encodeWordVectors(vectors: WordVectors): Uint8Array<ArrayBuffer> {
  const writer = beginFile('wordvectors');
  writeWordVectors(writer, vectors);
  return writer.finish();
}

/**
 * Decode a `wordvectors` file.
 *
 * @param dimensions by the directory
 * @throws StaticIndexError
 */
export function decodeWordVectors(bytes: Uint8Array, dimensions: number): WordVectors {
  const reader = openFile('wordvectors', bytes);
  const vectors = readWordVectors(reader, dimensions);
  reader.end();
  return vectors;
}

/** Write vectors of words inside of a file. */
export function writeWordVectors(writer: ByteWriter, { words, scales, bytes }: WordVectors): void {
  writer.integer(words.length);
  if (words.some(({ length }) => length > MAX_KEY_LENGTH)) throw new RangeError('A word is too long');
  writer.frontCodedList(words);
  for (const scale of scales) {
    writer.byte(scale & 0xff);
    writer.byte(scale >> 8);
  }
  writer.bytes(bytes);
}

/** Read what `writeWordVectors` wrote. @throws StaticIndexError */
export function readWordVectors(reader: ByteReader, dimensions: number): WordVectors {
  const count = reader.count(MAX_ENTRIES, 4);
  const words = reader.frontCodedList(count, MAX_KEY_LENGTH);
  const scales = Uint16Array.from({ length: count }, () => reader.byte() + reader.byte() * 0x100);
  return { words, scales, bytes: reader.bytes((count * dimensions) / 2) };
}

/** Return the place of a word; -1 if there is none. By binary search. */
export function placeOfWord({ words }: WordVectors, word: string): number {
  let low = 0;
  let high = words.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compareKeys(words[middle]!, word);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
