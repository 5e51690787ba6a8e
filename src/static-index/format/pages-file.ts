import { beginFile, openFile } from './file-header.ts';
import { damaged } from './index-error.ts';
import { MAX_PATH_LENGTH, MAX_SECTIONS } from './limits.ts';

/** Encode a `pages` file: the site paths of all pages of a part, in the order of their sections. */
export function encodePages(paths: readonly string[]): Uint8Array<ArrayBuffer> {
  const writer = beginFile('pages');
  writer.integer(paths.length);
  let before = '';
  for (const path of paths) {
    writer.frontCoded(path, before);
    before = path;
  }
  return writer.finish();
}

/**
 * Decode a `pages` file.
 *
 * @param pages number of pages of the part
 * @throws StaticIndexError
 */
export function decodePages(bytes: Uint8Array, pages: number): string[] {
  const reader = openFile('pages', bytes);
  const count = reader.count(MAX_SECTIONS, 2);
  if (count !== pages) throw damaged('it has other pages than its part');
  const paths: string[] = [];
  for (let at = 0; at < count; at++) paths.push(reader.frontCoded(paths.at(-1) ?? '', MAX_PATH_LENGTH));
  reader.end();
  return paths;
}
