import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { decodePath } from '../../engine/sections/site-path.ts';
import { decodeText } from './decode-text.ts';
import type { DocsFile } from './list-docs-files.ts';
import { isMarkdownPath } from './page-path.ts';

/** Chapters of the books in a folder. */
export interface BookSummary {
  /** Titles of chapters, by their files. */
  titles: ReadonlyMap<string, string>;
  /** The files that list them. */
  summaries: ReadonlySet<string>;
}

const SUMMARY = /(?:^|\/)SUMMARY\.md$/;
/** Larger files are read as pages. */
const MAX_SUMMARY_BYTES = 1024 * 1024;
/** Link to a chapter, in a list or alone on its line. */
const CHAPTER = /^[ \t]*(?:[-*+][ \t]+)?\[((?:[^[\]\\]|\\.)+)\]\([ \t]*<?([^()<>\s]+)>?[ \t]*\)[ \t]*$/gm;

/** Read the `SUMMARY.md` of books (mdBook, GitBook, HonKit), in which chapters have their titles. */
export async function readBookSummary(files: readonly DocsFile[]): Promise<BookSummary> {
  const names = new Set(files.map(({ file }) => file));
  const titles = new Map<string, string>();
  const summaries = new Set<string>();
  for (const { file, absolute, bytes } of files) {
    if (!SUMMARY.test(file) || bytes > MAX_SUMMARY_BYTES) continue;
    // A file that cannot be read is reported when it is read as a page.
    const text = await readFile(absolute).then(decodeText, () => null);
    for (const [, title = '', address = ''] of text?.text.matchAll(CHAPTER) ?? []) {
      const chapter = posix.join(posix.dirname(file), decodePath(address.replace(/#.*$/, '')));
      if (!isMarkdownPath(chapter) || !names.has(chapter)) continue;
      summaries.add(file);
      if (!titles.has(chapter))
        titles.set(chapter, title.replace(/\\(.)/g, '$1').replace(/[`*]/g, '').trim());
    }
  }
  return { titles, summaries };
}
