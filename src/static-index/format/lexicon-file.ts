import { beginFile, openFile } from './file-header.ts';
import { MAX_KEY_LENGTH, MAX_WORDS } from './limits.ts';

/** All words of a part, folded. */
export interface Lexicon {
  /** Sorted by their UTF-16 units. */
  words: readonly string[];
  /** Number of sections that have each word in title, heading or text. */
  counts: Uint32Array;
}

/** Encode a `lexicon` file. */
export function encodeLexicon({ words, counts }: Lexicon): Uint8Array<ArrayBuffer> {
  const writer = beginFile('lexicon');
  writer.integer(words.length);
  writer.frontCodedList(words);
  for (let at = 0; at < words.length; at++) writer.integer(counts[at]!);
  return writer.finish();
}

/** Decode a `lexicon` file. @throws StaticIndexError */
export function decodeLexicon(bytes: Uint8Array): Lexicon {
  const reader = openFile('lexicon', bytes);
  const count = reader.count(MAX_WORDS, 3);
  const words = reader.frontCodedList(count, MAX_KEY_LENGTH);
  const counts = Uint32Array.from({ length: count }, () => reader.integer());
  reader.end();
  return { words, counts };
}
