import { beginFile, openFile } from './file-header.ts';
import { damaged } from './index-error.ts';
import { MAX_SECTIONS } from './limits.ts';

/** Encode a `texts` file: the Markdown of consecutive sections. */
export function encodeTexts(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const writer = beginFile('texts');
  writer.integer(texts.length);
  for (const text of texts) writer.text(text);
  return writer.finish();
}

/**
 * Decode a `texts` file.
 *
 * @param sections number of sections by the directory
 * @throws StaticIndexError
 */
export function decodeTexts(bytes: Uint8Array, sections: number): string[] {
  const reader = openFile('texts', bytes);
  const count = reader.count(MAX_SECTIONS);
  if (count !== sections) throw damaged('it has other sections than its part');
  const texts: string[] = [];
  for (let at = 0; at < count; at++) texts.push(reader.text());
  reader.end();
  return texts;
}
