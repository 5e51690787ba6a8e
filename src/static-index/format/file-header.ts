import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import type { FileKind } from './file-name.ts';
import { damaged, StaticIndexError } from './index-error.ts';
import { FORMAT } from './limits.ts';

/** First bytes of every file. The first one is in no text in UTF-8. */
const SIGNATURE = [0xdc, 0x69, 0x78] as const;
/** The byte of each kind of file. */
const KIND_BYTES: Readonly<Record<FileKind, number>> = {
  core: 1,
  words: 2,
  names: 3,
  texts: 4,
  pages: 5,
  lexicon: 6,
  meaning: 7,
  vectors: 8,
  wordvectors: 9,
};

/** Begin a file. */
export function beginFile(kind: FileKind): ByteWriter {
  const writer = new ByteWriter();
  for (const byte of [...SIGNATURE, FORMAT, KIND_BYTES[kind]]) writer.byte(byte);
  return writer;
}

/** Open an unpacked file of a kind. @throws StaticIndexError when it is something else */
export function openFile(kind: FileKind, bytes: Uint8Array): ByteReader {
  if (SIGNATURE.some((byte, at) => bytes[at] !== byte)) {
    throw new StaticIndexError('not-an-index', 'A file of the search index has other contents.');
  }
  const reader = new ByteReader(bytes, SIGNATURE.length);
  if (reader.byte() !== FORMAT) throw otherFormat();
  if (reader.byte() !== KIND_BYTES[kind]) throw damaged('it is a file of another kind');
  return reader;
}

/** Create the error of an index of another version. */
export function otherFormat(): StaticIndexError {
  return new StaticIndexError(
    'other-format',
    'The search index is of another version of docs-assistant: build it again with this one.',
  );
}
