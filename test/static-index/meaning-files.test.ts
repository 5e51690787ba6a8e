import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromInt4, toInt4 } from '../../src/static-index/format/int4.ts';
import {
  decodeMeaning,
  encodeMeaning,
  type PartMeaning,
} from '../../src/static-index/format/meaning-file.ts';
import { decodeVectors, encodeVectors } from '../../src/static-index/format/vectors-file.ts';
import {
  decodeWordVectors,
  encodeWordVectors,
  placeOfWord,
} from '../../src/static-index/format/word-vectors-file.ts';
import { compareVectors, prepareVectors } from '../../src/static-index/meaning/nearest-vectors.ts';
import { addWordVector, toUnit } from '../../src/static-index/meaning/query-vector.ts';

const WORDS = {
  words: ['about', 'above', 'zebra'],
  scales: Uint16Array.of(0, 300, 65_535),
  bytes: Uint8Array.of(1, 2, 3, 4, 5, 255),
};

test('a meaning file is read as it was written', () => {
  const meaning: PartMeaning = {
    dimensions: 4,
    calibration: { unrelated: -0.1, related: 0.75 },
    cells: [
      { count: 2, centre: Uint8Array.of(1, 2), file: 'vectors.0000000001.idx' },
      { count: 1, centre: Uint8Array.of(3, 4), file: 'vectors.0000000002.idx' },
    ],
    common: WORDS,
    words: [{ first: 'able', file: 'wordvectors.0000000003.idx' }],
  };
  assert.deepEqual(decodeMeaning(encodeMeaning(meaning), { sections: 3 }), meaning);
  const unscaled = { ...meaning, calibration: null };
  assert.deepEqual(decodeMeaning(encodeMeaning(unscaled), { sections: 3 }), unscaled);
});

test('files of vectors are read as they were written', () => {
  const vectors = {
    sections: Uint32Array.of(2, 3, 70_000),
    dimensions: 4,
    bytes: Uint8Array.of(0x01, 0x02, 0x03, 0xf4, 0x85, 0x06),
  };
  const file = encodeVectors(vectors);
  assert.deepEqual(decodeVectors(file, { count: 3, dimensions: 4, sections: 70_001 }), vectors);
  // The numbers of a column are together, those of two rows in a byte, because they pack better so.
  assert.deepEqual([...file.subarray(-8)], [0x31, 0x05, 0, 0x08, 0x42, 0x06, 0xf0, 0]);
  assert.deepEqual(decodeWordVectors(encodeWordVectors(WORDS), 4), WORDS);
});

test('the place of a word is found, and that of no other', () => {
  assert.deepEqual(
    ['about', 'above', 'zebra', 'abou', 'aboutt', 'a', 'zz'].map((word) => placeOfWord(WORDS, word)),
    [0, 1, 2, -1, -1, -1, -1],
  );
});

test('numbers of 4 bits are at most half a step from what they stand for', () => {
  const vector = Float32Array.from({ length: 64 }, (_, at) => Math.sin(at * at) * 3);
  const { bytes, scale } = toInt4(vector);
  assert.equal(bytes.length, 32);
  for (const [at, value] of fromInt4(bytes).entries()) {
    assert.ok(Math.abs(value * scale - vector[at]!) <= scale / 2 + 1e-6, `${at}`);
  }
  assert.deepEqual(fromInt4(toInt4(new Float32Array(4)).bytes), new Float32Array(4));
});

test('vectors are compared by their cosine, whatever their length', async () => {
  const dimensions = 8;
  const count = 5_000;
  const bytes = Uint8Array.from(
    { length: (count * dimensions) / 2 },
    (_, at) => (at * 7_919 + (at >> 3)) % 256,
  );
  const vectors = prepareVectors({
    sections: Uint32Array.from({ length: count }, (_, at) => at),
    dimensions,
    bytes,
  });
  const query = toUnit(Float32Array.of(1, -2, 3, 0.5, 0, 4, -1, 2))!;
  let turns = 0;
  const cosines = await compareVectors(vectors, query, async () => void turns++);
  for (let row = 0; row < count; row++) {
    const numbers = toUnit(fromInt4(bytes.subarray((row * dimensions) / 2, ((row + 1) * dimensions) / 2)));
    const expected = numbers ? numbers.reduce((sum, value, at) => sum + value * query[at]!, 0) : 0;
    assert.ok(Math.abs(cosines[row]! - expected) < 1e-5, `${row}`);
  }
  // Others have turns before and between the portions.
  assert.equal(turns, 10);
});

test('a word that a query has twice counts more than once, and less than twice', () => {
  const sumOf = (count: number): number => {
    const sum = new Float32Array(1);
    addWordVector(sum, Float32Array.of(1), 1, count);
    return sum[0]!;
  };
  assert.equal(sumOf(1), 1);
  assert.ok(sumOf(2) > 1 && sumOf(2) < 2);
  assert.equal(toUnit(new Float32Array(3)), null);
});
