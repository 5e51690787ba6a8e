import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isReadingName } from '../../engine/pages/reading-names.ts';

/** Name of the list of the files that `docs-assistant build --markdown` has written into a folder. */
export const WRITTEN_LIST = '.docs-assistant-files.json';
/** Maximum number of bytes of the list. A larger one is not ours. */
const MAX_LIST_BYTES = 10_000_000;

/** Return the names of the files that `docs-assistant build` has written into a folder. They are no pages. */
export async function readWrittenFiles(folder: string): Promise<ReadonlySet<string>> {
  const path = join(folder, WRITTEN_LIST);
  try {
    if ((await stat(path)).size > MAX_LIST_BYTES) return new Set();
    const names: unknown = JSON.parse(await readFile(path, 'utf8'));
    // Files are removed by these names.
    return new Set(Array.isArray(names) ? names.filter(isReadingName) : []);
  } catch {
    return new Set();
  }
}
