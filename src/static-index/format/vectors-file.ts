import { beginFile, openFile } from './file-header.ts';
import { damaged } from './index-error.ts';
import { fromColumns, toColumns } from './int4.ts';
import { MAX_DIMENSIONS, MAX_SECTIONS } from './limits.ts';

/** The vectors of some sections of a part. */
export interface SectionVectorsFile {
  /** Numbers of the sections from 0 within the part, in order. */
  sections: Uint32Array;
  dimensions: number;
  /** The numbers of each vector (see `Int4Vector`), one vector after the other. Vectors have no scale, because their length is 1. */
  bytes: Uint8Array;
}

/** Encode a `vectors` file. */
export function encodeVectors({ sections, dimensions, bytes }: SectionVectorsFile): Uint8Array<ArrayBuffer> {
  const writer = beginFile('vectors');
  writer.integer(sections.length);
  writer.integer(dimensions);
  let last = -1;
  for (const section of sections) {
    writer.integer(section - last - 1);
    last = section;
  }
  writer.bytes(toColumns(bytes, sections.length));
  return writer.finish();
}

/**
 * Decode a `vectors` file.
 *
 * @param expected numbers in the directory, and the number of sections of the part
 * @throws StaticIndexError
 */
export function decodeVectors(
  file: Uint8Array,
  expected: { count: number; dimensions: number; sections: number },
): SectionVectorsFile {
  const reader = openFile('vectors', file);
  const count = reader.count(MAX_SECTIONS, 2);
  const dimensions = reader.integerUpTo(MAX_DIMENSIONS);
  if (count !== expected.count || dimensions !== expected.dimensions) {
    throw damaged('it has other vectors than its directory says');
  }
  const sections = new Uint32Array(count);
  let last = -1;
  for (let at = 0; at < count; at++) {
    last += reader.integer() + 1;
    if (last >= expected.sections) throw damaged('it names a section that does not exist');
    sections[at] = last;
  }
  const bytes = fromColumns(reader.bytes(Math.ceil(count / 2) * dimensions), count, dimensions);
  reader.end();
  return { sections, dimensions, bytes };
}
