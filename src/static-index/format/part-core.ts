import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { beginFile, openFile } from './file-header.ts';
import { fileName, HASH_BYTES, hashOfName, type FileKind } from './file-name.ts';
import { damaged } from './index-error.ts';
import { MAX_ENTRIES, MAX_KEY_LENGTH, MAX_SECTIONS } from './limits.ts';

/** A file of words: it has the keys from its first one to that of the next file. */
export interface WordsFile {
  first: string;
  file: string;
}

/** A file about consecutive sections: it has those from its first one to that of the next file. */
export interface SectionsFile {
  first: number;
  file: string;
}

/** Maximum number of files of words that are fetched for the beginning of a word. One that is in more of them has a list of its own. */
export const MAX_PREFIX_FILES = 2;

/** What a page needs to know of a part before any search. Sections and pages are numbered from 0 within the part. */
export interface PartCore {
  /** Words of each section, in all its columns. */
  lengths: Uint32Array;
  /** Words in the name of each section: the title for the first one of a page, else its last heading. */
  nameLengths: Uint32Array;
  /** Page of each section. */
  pages: Uint32Array;
  /** Whether each section is the first one of its page: 1 or 0. */
  isFirst: Uint8Array;
  words: readonly WordsFile[];
  /** Beginnings of words that are in more than `MAX_PREFIX_FILES` files, each with a file of that key alone. */
  prefixes: readonly WordsFile[];
  /** Each begins with a page. */
  names: readonly SectionsFile[];
  texts: readonly SectionsFile[];
  /** Name of the file with the paths of all pages. */
  pagesFile: string;
  /** Name of the file with all words as they are written. */
  lexiconFile: string;
}

/** Encode a `core` file. */
export function encodeCore(core: Omit<PartCore, 'pages'>): Uint8Array<ArrayBuffer> {
  const writer = beginFile('core');
  const count = core.lengths.length;
  writer.integer(count);
  for (let at = 0; at < count; at++) writer.integer(core.lengths[at]!);
  for (let at = 0; at < count; at++) writer.integer(core.nameLengths[at]! * 2 + core.isFirst[at]!);
  for (const files of [core.words, core.prefixes]) writeWordsFiles(writer, files);
  for (const files of [core.names, core.texts]) writeSectionsFiles(writer, files);
  for (const file of [core.pagesFile, core.lexiconFile]) writer.bytes(hashOfName(file));
  return writer.finish();
}

/**
 * Decode a `core` file.
 *
 * @param expected numbers in the manifest
 * @throws StaticIndexError
 */
export function decodeCore(bytes: Uint8Array, expected: { sections: number; pages: number }): PartCore {
  const reader = openFile('core', bytes);
  const count = reader.count(MAX_SECTIONS, 2);
  const lengths = Uint32Array.from({ length: count }, () => reader.integer());
  const nameLengths = new Uint32Array(count);
  const isFirst = new Uint8Array(count);
  const pages = new Uint32Array(count);
  let page = -1;
  for (let at = 0; at < count; at++) {
    const value = reader.integer();
    nameLengths[at] = Math.floor(value / 2);
    isFirst[at] = value % 2;
    page += value % 2;
    if (page < 0) throw damaged('its first section has no page');
    pages[at] = page;
  }
  if (count !== expected.sections || page + 1 !== expected.pages) {
    throw damaged('it has other pages than the manifest says');
  }
  const core = {
    lengths,
    nameLengths,
    pages,
    isFirst,
    words: readWordsFiles(reader),
    prefixes: readWordsFiles(reader),
    names: readSectionsFiles(reader, 'names', isFirst),
    texts: readSectionsFiles(reader, 'texts', isFirst),
    pagesFile: readFile(reader, 'pages'),
    lexiconFile: readFile(reader, 'lexicon'),
  };
  reader.end();
  return core;
}

/** Read the name of a file. */
export function readFile(reader: ByteReader, kind: FileKind): string {
  return fileName(kind, reader.bytes(HASH_BYTES));
}

/** Write a directory of files by their first keys. */
export function writeWordsFiles(writer: ByteWriter, files: readonly WordsFile[]): void {
  writer.integer(files.length);
  writer.frontCodedList(files.map(({ first }) => first));
  for (const { file } of files) writer.bytes(hashOfName(file));
}

/** Read a directory of files by their first keys. */
export function readWordsFiles(reader: ByteReader, kind: 'words' | 'wordvectors' = 'words'): WordsFile[] {
  const count = reader.count(MAX_ENTRIES, HASH_BYTES + 2);
  const firsts = reader.frontCodedList(count, MAX_KEY_LENGTH);
  return firsts.map((first) => ({ first, file: readFile(reader, kind) }));
}

function writeSectionsFiles(writer: ByteWriter, files: readonly SectionsFile[]): void {
  writer.integer(files.length);
  files.forEach(({ first }, at) => writer.integer(at === 0 ? first : first - files[at - 1]!.first));
  for (const { file } of files) writer.bytes(hashOfName(file));
}

function readSectionsFiles(reader: ByteReader, kind: 'names' | 'texts', isFirst: Uint8Array): SectionsFile[] {
  const count = reader.count(isFirst.length, HASH_BYTES + 1);
  if ((count === 0) !== (isFirst.length === 0)) throw damaged('it has sections without files');
  const firsts: number[] = [];
  for (let at = 0; at < count; at++) {
    const step = reader.integer();
    const first = at === 0 ? step : firsts[at - 1]! + step;
    if ((at === 0) !== (first === 0) || (at > 0 && step === 0) || first >= isFirst.length) {
      throw damaged('its files are not in order');
    }
    if (kind === 'names' && isFirst[first] !== 1) throw damaged('a file of names does not begin with a page');
    firsts.push(first);
  }
  return firsts.map((first) => ({ first, file: readFile(reader, kind) }));
}

/** Return the place of the file that has a section, or of the last one. By binary search. */
export function sectionsFileOf(files: readonly Pick<SectionsFile, 'first'>[], section: number): number {
  return lastAtMost(files.length, (at) => files[at]!.first <= section);
}

/** Return the place of the file that has a key, if any file has it: 0 for a key before all. By binary search. */
export function wordsFileOf(files: readonly WordsFile[], key: string): number {
  return lastAtMost(files.length, (at) => files[at]!.first <= key);
}

/** Return the names of the files that may have keys that begin so. */
export function filesOfPrefix(files: readonly WordsFile[], prefix: string): string[] {
  const found: string[] = [];
  for (let at = wordsFileOf(files, prefix); at < files.length; at++) {
    const { first, file } = files[at]!;
    if (first > prefix && !first.startsWith(prefix)) break;
    found.push(file);
  }
  return found;
}

/** Return the last place for which a condition is true, which holds for the first ones: 0 if it holds for none. */
function lastAtMost(length: number, isBefore: (at: number) => boolean): number {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (isBefore(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
