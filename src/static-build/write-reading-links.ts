import { readFile, stat, writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { encodePath, pageKey } from '../engine/sections/site-path.ts';
import { LLMS_TXT, listedFile } from '../engine/pages/reading-names.ts';
import type { ReadingFiles } from '../service/pages/reading-files.ts';
import { putReadingLinks } from '../service/pages/reading-links.ts';

/** Maximum number of bytes of a page. A larger one is left as it is. */
const MAX_PAGE_BYTES = 20_000_000;
/** Bytes of a file that tell whether it is a whole page. */
const START_BYTES = 2_000;
/** Pages that no link leads to. */
const ERROR_PAGE = /(?:^|\/)(?:404|500|_\w+)(?:\/index)?\.html?$/i;

/**
 * Put the addresses of the files for reading programs into the built pages of a site: the list into all of them, and into a page of the
 * documentation that of its Markdown. Nothing else of a page changes, and a page that has them already is not written.
 *
 * @param base path of the site on its host, with slashes around; `null`: unknown, and addresses are relative to the page
 * @returns number of pages that have them
 * @throws Error when a page cannot be written
 */
export async function writeReadingLinks(
  files: ReadingFiles,
  { folder, base }: { folder: string; base: string | null },
): Promise<number> {
  const known = new Map(Array.from(files.pages(), (page) => [pageKey(page.path).toLowerCase(), page]));
  let count = 0;
  for (const name of globSync('**/*.{html,htm}', { cwd: folder, exclude: ['**/node_modules'] })) {
    const file = name.split(sep).join('/');
    const path = join(folder, name);
    if (ERROR_PAGE.test(file) || (await stat(path)).size > MAX_PAGE_BYTES) continue;
    const page = known.get(pageKey(file).toLowerCase());
    const up = '../'.repeat(file.split('/').length - 1) || './';
    const addressOf = (target: string): string => (base ?? up) + encodePath(target);
    const markdown = page === undefined ? null : listedFile(page.path);
    const before = await readFile(path);
    // A part of a page, which scripts load.
    if (page === undefined && !/<(?:!doctype|html)\b/i.test(before.toString('latin1', 0, START_BYTES)))
      continue;
    const after = putReadingLinks(before, {
      list: addressOf(page?.list ?? LLMS_TXT),
      markdown: markdown === null ? null : addressOf(markdown),
    });
    if (!before.equals(after)) await writeFile(path, after);
    count++;
  }
  return count;
}
