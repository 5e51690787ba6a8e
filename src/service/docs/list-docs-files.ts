import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { DocsLimits } from './docs-limits.ts';
import type { DocsProblem } from './docs-problem.ts';

/** A file of the documentation. */
export interface DocsFile {
  /** Path relative to the folder, with `/`. */
  file: string;
  /** Where it is on this machine. */
  absolute: string;
  bytes: number;
}

const MARKDOWN_FILE = /\.mdx?$/i;
const HTML_FILE = /\.html?$/i;
/** Endings of other files that are counted. */
const MAX_ENDINGS = 1_000;
/** Folders and files that no docs generator makes pages of: hidden ones, packages, and partials by their underscore. */
const NOT_A_PAGE = /^(?:[._]|node_modules$)/;

/** Whether a file holds pages of a documentation, by its ending. */
export function isDocsFile(name: string): boolean {
  return MARKDOWN_FILE.test(name) || HTML_FILE.test(name);
}

export function isHtmlFile(name: string): boolean {
  return HTML_FILE.test(name);
}

/** What a folder holds. */
export interface DocsListing {
  files: DocsFile[];
  problems: DocsProblem[];
  /** Other files by their endings, in lower case with the dot: what a folder without pages holds instead. */
  others: ReadonlyMap<string, number>;
}

/**
 * Lists the Markdown, MDX and HTML files of a folder, sorted by path. Hidden names, `node_modules` and names that begin with `_`
 * (partials) are passed over; symbolic links are followed inside the folder only.
 *
 * @throws Error when the folder itself cannot be read.
 */
export async function listDocsFiles(folder: string, limits: DocsLimits): Promise<DocsListing> {
  const root = await realpath(folder).catch((error: unknown) => {
    throw new Error(`The folder ${folder} cannot be read: ${errorCode(error)}`);
  });
  const files: DocsFile[] = [];
  const problems: DocsProblem[] = [];
  const others = new Map<string, number>();
  let folders = 0;

  const nameOf = (absolute: string) => relative(folder, absolute).split(sep).join('/');
  const report = (absolute: string, code: DocsProblem['code'], message: string) => {
    problems.push({ file: nameOf(absolute), code, message });
  };

  const visit = async (entry: Dirent, absolute: string, ancestors: readonly string[]): Promise<void> => {
    if (NOT_A_PAGE.test(entry.name)) return;
    if (entry.isFile() && !isDocsFile(entry.name)) {
      const ending = extname(entry.name).toLowerCase();
      if (others.has(ending) || others.size < MAX_ENDINGS) others.set(ending, (others.get(ending) ?? 0) + 1);
      return;
    }
    let target = absolute;
    if (entry.isSymbolicLink()) {
      target = await realpath(absolute);
      if (target !== root && !target.startsWith(root + sep)) {
        report(absolute, 'outside', 'The symbolic link leads out of the documentation folder.');
        return;
      }
    }
    const stats = await stat(target);
    if (stats.isDirectory()) {
      // A link to a folder above itself would never end.
      if (!ancestors.includes(target)) await walk(absolute, [...ancestors, target]);
    } else if (stats.isFile() && isDocsFile(entry.name)) {
      files.push({ file: nameOf(absolute), absolute, bytes: stats.size });
    }
  };

  const walk = async (absolute: string, ancestors: readonly string[]): Promise<void> => {
    if (ancestors.length > limits.depth) {
      report(absolute, 'too-deep', `Folders are read ${limits.depth} levels deep.`);
      return;
    }
    if (++folders > limits.folders) return;
    const entries = await readdir(absolute, { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(absolute, entry.name);
      try {
        await visit(entry, path, ancestors);
      } catch (error) {
        report(path, 'unreadable', `The file system refuses it: ${errorCode(error)}.`);
      }
    }
  };

  await walk(folder, [root]);
  if (folders > limits.folders) {
    report(folder, 'too-many', `Some folders are left out: at most ${limits.folders} are read.`);
  }
  return { files: withinLimits(files, limits, problems), problems, others };
}

function withinLimits(files: DocsFile[], limits: DocsLimits, problems: DocsProblem[]): DocsFile[] {
  const kept: DocsFile[] = [];
  let markdownBytes = 0;
  let htmlBytes = 0;
  let leftOut = 0;
  for (const file of files) {
    const isHtml = isHtmlFile(file.file);
    const most = isHtml ? limits.htmlFileBytes : limits.fileBytes;
    const together = (isHtml ? htmlBytes : markdownBytes) + file.bytes;
    if (file.bytes > most) {
      problems.push({
        file: file.file,
        code: 'too-large',
        message: `The file has ${file.bytes} bytes; at most ${most} are read.`,
      });
    } else if (
      kept.length >= limits.files ||
      together > (isHtml ? limits.totalHtmlBytes : limits.totalBytes)
    ) {
      leftOut++;
    } else {
      kept.push(file);
      if (isHtml) htmlBytes = together;
      else markdownBytes = together;
    }
  }
  if (leftOut > 0) {
    problems.push({
      file: '',
      code: 'too-many',
      message: `${leftOut} files are left out: at most ${limits.files} files, ${limits.totalBytes} bytes of Markdown and ${limits.totalHtmlBytes} bytes of HTML are read.`,
    });
  }
  return kept;
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
