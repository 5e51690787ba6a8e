import { ByteReader } from './byte-reader.ts';
import { beginFile, openFile } from './file-header.ts';
import { ByteWriter } from './byte-writer.ts';
import { damaged } from './index-error.ts';
import { MAX_ENTRIES, MAX_FREQUENCY, MAX_KEY_LENGTH } from './limits.ts';

/** Where a word is in a section, as bits of `Postings.places`. */
export const IN_HEADING = 1;
/** In title, heading or context; see `SectionColumns`. */
export const IN_NAMES = 2;
/** Of an identifier as it is written, in the place of `IN_NAMES`: in the text. */
export const IN_CONTENT = 2;

/**
 * The sections that have a key, in order. `frequencies` are weighted: twice the sum of occurrences times `COLUMN_WEIGHTS`. Those of an
 * identifier as it is written are the length in UTF-16 units of the name (last heading, or title) that has it; 0 if it is in the
 * text only.
 */
export interface Postings {
  /** Numbers from 0 within the part. */
  sections: Uint32Array;
  frequencies: Uint16Array;
  /** Bits `IN_HEADING`, and `IN_NAMES` or `IN_CONTENT`. */
  places: Uint8Array;
}

/** Postings of a key, for encoding. */
export interface WordEntry {
  key: string;
  /** In the order of the sections. A frequency above `MAX_FREQUENCY` is cut to it. */
  postings: Iterable<Posting>;
}

/** A section that has a key; see {@link Postings}. */
export interface Posting {
  section: number;
  frequency: number;
  places: number;
}

/** A decoded file of words. Postings are decoded when they are asked for. */
export interface WordFile {
  /** In order. */
  keys: readonly string[];
  /** Number of sections that have each key. */
  counts: Uint32Array;
  /** Return the place of the first key that is not before `key`; the number of keys if all are. By binary search. */
  placeOf(key: string): number;
  /** Return the postings of the key at a place. @throws StaticIndexError when they are damaged */
  postings(at: number): Postings;
}

/**
 * Encode a `words` file. What is alike is together, because gzip packs that better: what keys share with the one before, the lengths of
 * their rests, the rests, numbers of sections, steps from section to section, frequencies with places.
 *
 * @param entries in the order of `compareKeys`
 */
export function encodeWords(entries: readonly WordEntry[]): Uint8Array<ArrayBuffer> {
  const writer = beginFile('words');
  const [counts, steps, values] = [new ByteWriter(), new ByteWriter(), new ByteWriter()];
  for (const { key, postings } of entries) {
    if (key.length > MAX_KEY_LENGTH) throw new RangeError('A key is too long');
    let last = -1;
    let count = 0;
    for (const { section, frequency, places } of postings) {
      steps.integer(section - last - 1);
      values.integer(Math.min(frequency, MAX_FREQUENCY) * 4 + places);
      last = section;
      count++;
    }
    counts.integer(count);
  }
  writer.integer(entries.length);
  writer.frontCodedList(entries.map(({ key }) => key));
  for (const column of [counts, steps, values]) writer.bytes(column.finish());
  return writer.finish();
}

/**
 * Decode a `words` file.
 *
 * @param sections number of sections of the part
 * @throws StaticIndexError
 */
export function decodeWords(bytes: Uint8Array, sections: number): WordFile {
  const reader = openFile('words', bytes);
  const count = reader.count(MAX_ENTRIES, 4);
  const keys = reader.frontCodedList(count, MAX_KEY_LENGTH);
  const counts = Uint32Array.from({ length: count }, () => reader.integerUpTo(sections));
  const steps = readLists(reader, counts);
  const values = readLists(reader, counts);
  reader.end();
  return {
    keys,
    counts,
    placeOf(key) {
      let low = 0;
      let high = keys.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (keys[middle]! < key) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    postings: (at) => readPostings(steps[at]!, values[at]!, counts[at]!, sections),
  };
}

/** Return the bytes of a list of integers for each count, which are read later. */
function readLists(reader: ByteReader, counts: Uint32Array): Uint8Array[] {
  return Array.from(counts, (count) => reader.integers(count));
}

function readPostings(
  stepBytes: Uint8Array,
  valueBytes: Uint8Array,
  count: number,
  sections: number,
): Postings {
  const steps = new ByteReader(stepBytes);
  const values = new ByteReader(valueBytes);
  const postings: Postings = {
    sections: new Uint32Array(count),
    frequencies: new Uint16Array(count),
    places: new Uint8Array(count),
  };
  let last = -1;
  for (let at = 0; at < count; at++) {
    last += steps.integer() + 1;
    if (last >= sections) throw damaged('it names a section that does not exist');
    const value = values.integerUpTo(MAX_FREQUENCY * 4 + 3);
    postings.sections[at] = last;
    postings.frequencies[at] = value >>> 2;
    postings.places[at] = value & 3;
  }
  return postings;
}
