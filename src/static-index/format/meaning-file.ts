import type { Calibration } from '../../engine/sections/index-facts.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { beginFile, openFile } from './file-header.ts';
import { HASH_BYTES, hashOfName } from './file-name.ts';
import { damaged } from './index-error.ts';
import { MAX_CELLS, MAX_DIMENSIONS, MAX_SECTIONS } from './limits.ts';
import { readFile, readWordsFiles, writeWordsFiles, type WordsFile } from './part-core.ts';
import { readWordVectors, writeWordVectors, type WordVectors } from './word-vectors-file.ts';

/** A file with the vectors of sections that are near to each other. */
export interface VectorCell {
  /** Number of its sections. */
  count: number;
  /** The numbers of the vector in its middle (see `Int4Vector`). */
  centre: Uint8Array;
  file: string;
}

/** What a page needs to know for search by meaning, before any query. */
export interface PartMeaning {
  /** Numbers of a vector. Even. */
  dimensions: number;
  /** What cosines mean; `null` when there are too few headings to tell. */
  calibration: Calibration | null;
  /** One cell has all sections of most documentations. */
  cells: readonly VectorCell[];
  /** Words that most queries have, so that they need no file. */
  common: WordVectors;
  /** Files with all other words. */
  words: readonly WordsFile[];
}

/** Cosines of a calibration are kept as integers: 1 is twice this, -1 is 0. */
const COSINE_ZERO = 10_000;

/** Encode a `meaning` file. */
export function encodeMeaning(meaning: PartMeaning): Uint8Array<ArrayBuffer> {
  const writer = beginFile('meaning');
  writer.integer(meaning.cells.length);
  writer.integer(meaning.dimensions);
  for (const { count, centre, file } of meaning.cells) {
    writer.integer(count);
    writer.bytes(centre);
    writer.bytes(hashOfName(file));
  }
  writeCalibration(writer, meaning.calibration);
  writeWordVectors(writer, meaning.common);
  writeWordsFiles(writer, meaning.words);
  return writer.finish();
}

/**
 * Decode a `meaning` file.
 *
 * @param expected number in the manifest
 * @throws StaticIndexError
 */
export function decodeMeaning(bytes: Uint8Array, expected: { sections: number }): PartMeaning {
  const reader = openFile('meaning', bytes);
  const count = reader.count(MAX_CELLS, HASH_BYTES + 1);
  const dimensions = reader.integerUpTo(MAX_DIMENSIONS);
  if (dimensions === 0 || dimensions % 2 !== 0)
    throw damaged('its vectors have no even number of dimensions');
  const cells: VectorCell[] = [];
  for (let at = 0; at < count; at++) {
    cells.push({
      count: reader.integerUpTo(MAX_SECTIONS),
      centre: reader.bytes(dimensions / 2),
      file: readFile(reader, 'vectors'),
    });
  }
  if (cells.reduce((sum, cell) => sum + cell.count, 0) !== expected.sections) {
    throw damaged('it has other sections than the manifest says');
  }
  const meaning = {
    dimensions,
    calibration: readCalibration(reader),
    cells,
    common: readWordVectors(reader, dimensions),
    words: readWordsFiles(reader, 'wordvectors'),
  };
  reader.end();
  return meaning;
}

function writeCalibration(writer: ByteWriter, calibration: Calibration | null): void {
  writer.byte(calibration === null ? 0 : 1);
  if (calibration === null) return;
  for (const cosine of [calibration.unrelated, calibration.related]) {
    writer.integer(Math.round((cosine + 1) * COSINE_ZERO));
  }
}

function readCalibration(reader: ByteReader): Calibration | null {
  const flag = reader.byte();
  if (flag > 1) throw damaged('a field has no such value');
  if (flag === 0) return null;
  const [unrelated, related] = [0, 0].map(
    () => (reader.integerUpTo(2 * COSINE_ZERO) - COSINE_ZERO) / COSINE_ZERO,
  ) as [number, number];
  if (related <= unrelated) throw damaged('its scale has no range');
  return { unrelated, related };
}
