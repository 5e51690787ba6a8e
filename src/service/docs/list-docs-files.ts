import { type Dirent, existsSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { DocsLimits } from './docs-limits.ts';
import { isMarkdownPath } from './page-path.ts';
import { BoostedFiles, ExcludedFiles } from './file-patterns.ts';
import type { ReadingOptions } from './reading-options.ts';
import { readWrittenFiles, WRITTEN_LIST } from './written-files.ts';
import type { DocsProblem } from '../../engine/sections/docs-problem.ts';

/** A file of the documentation. */
export interface DocsFile {
  /** Path relative to the folder, with `/`. */
  file: string;
  /** Absolute path on this machine. */
  absolute: string;
  bytes: number;
}

const HTML_FILE = /\.html?$/i;
/** Maximum number of different extensions of other files that are counted. */
const MAX_EXTENSIONS = 1_000;
/** Names that docs generators make no pages of: hidden ones, packages, and partials with their underscore; not the page of a folder of Hugo. */
const NOT_A_PAGE = /^(?:\.|_(?!index(?:\.[a-z-]+)?\.(?:md|markdown)$)|node_modules$)/i;

const BUILT_FROM_SOURCES =
  'The folder is left out: it is the site that is built from the pages beside it. Name it alone to read that one.';

/** Return whether a file holds a page, by its extension. */
export function isDocsFile(name: string): boolean {
  return isMarkdownPath(name) || HTML_FILE.test(name);
}

export function isHtmlFile(name: string): boolean {
  return HTML_FILE.test(name);
}

/** The files of a folder. */
export interface DocsListing {
  folder: string;
  files: DocsFile[];
  problems: DocsProblem[];
  /** Number of other files per extension, in lower case with the dot, for the error about a folder without pages. */
  others: ReadonlyMap<string, number>;
}

/**
 * List the Markdown, MDX and HTML files of a folder, sorted by path. Hidden names, `node_modules` and names that begin with `_`
 * (partials, except `_index.md`) are skipped, what `docs-assistant build --markdown` has written, and the built site in the
 * folder of its project; symbolic links are followed inside the folder only.
 *
 * @param patterns of files and folders to leave out, and to rank higher or lower
 * @throws Error when the folder itself cannot be read.
 */
export async function listDocsFiles(
  folder: string,
  limits: DocsLimits,
  { exclude = [], boost }: Pick<ReadingOptions, 'exclude' | 'boost'> = {},
): Promise<DocsListing> {
  const root = await realpath(folder).catch((error: unknown) => {
    throw new Error(`The folder ${folder} cannot be read: ${errorCode(error)}`);
  });
  const excluded = new ExcludedFiles(exclude);
  const walk = new FolderWalk(folder, root, { limits, excluded });
  await walk.readFolder(folder, [root]);
  if (walk.folders > limits.folders) {
    walk.report(folder, 'too-many', `Some folders are left out: at most ${limits.folders} are read.`);
  }
  for (const pattern of excluded.unused)
    walk.report(folder, 'skipped', `The pattern "${pattern}" of "exclude" matches no file or folder.`);
  for (const pattern of new BoostedFiles(boost).unused(walk.files.map(({ file }) => file)))
    walk.report(folder, 'skipped', `The pattern "${pattern}" of "boost" matches no file or folder.`);
  const { problems, others } = walk;
  return { folder, files: withinLimits(walk.files, limits, problems), problems, others };
}

/** A walk through a folder and the folders in it. */
class FolderWalk {
  readonly files: DocsFile[] = [];
  readonly problems: DocsProblem[] = [];
  readonly others = new Map<string, number>();
  /** Number of folders found so far. */
  folders = 0;
  /** Absolute paths of files that were made of pages. */
  readonly #written = new Set<string>();
  readonly #folder: string;
  readonly #root: string;
  readonly #limits: DocsLimits;
  readonly #excluded: ExcludedFiles;

  /** @param root the folder with symbolic links resolved */
  constructor(
    folder: string,
    root: string,
    { limits, excluded }: { limits: DocsLimits; excluded: ExcludedFiles },
  ) {
    this.#folder = folder;
    this.#root = root;
    this.#limits = limits;
    this.#excluded = excluded;
  }

  /** @param ancestors resolved paths of the folder and of those above it */
  async readFolder(absolute: string, ancestors: readonly string[]): Promise<void> {
    const { depth, folders } = this.#limits;
    if (ancestors.length > depth) {
      this.report(absolute, 'too-deep', `Folders are read ${depth} levels deep.`);
      return;
    }
    if (++this.folders > folders) return;
    const entries = await readdir(absolute, { withFileTypes: true });
    if (entries.some(({ name }) => name === WRITTEN_LIST))
      for (const name of await readWrittenFiles(absolute)) this.#written.add(join(absolute, name));
    const outputs = outputFolders(
      absolute,
      entries.map(({ name }) => name),
    );
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(absolute, entry.name);
      if (outputs.has(entry.name)) {
        this.report(path, 'skipped', BUILT_FROM_SOURCES);
        continue;
      }
      try {
        await this.#readEntry(entry, path, ancestors);
      } catch (error) {
        this.report(path, 'unreadable', `The file cannot be read: ${errorCode(error)}.`);
      }
    }
  }

  report(absolute: string, code: DocsProblem['code'], message: string): void {
    this.problems.push({ file: this.#nameOf(absolute), code, message });
  }

  async #readEntry(entry: Dirent, absolute: string, ancestors: readonly string[]): Promise<void> {
    if (NOT_A_PAGE.test(entry.name) || this.#written.has(absolute)) return;
    if (this.#excluded.has(this.#nameOf(absolute))) return;
    if (entry.isFile() && !isDocsFile(entry.name)) return this.#countOther(entry.name);
    let target = absolute;
    if (entry.isSymbolicLink()) {
      target = await realpath(absolute);
      if (target !== this.#root && !target.startsWith(this.#root + sep)) {
        this.report(absolute, 'outside', 'The symbolic link leads out of the documentation folder.');
        return;
      }
    }
    const stats = await stat(target);
    if (stats.isDirectory()) {
      // A link to a folder above itself would be an endless loop.
      if (!ancestors.includes(target)) await this.readFolder(absolute, [...ancestors, target]);
    } else if (stats.isFile() && isDocsFile(entry.name)) {
      this.files.push({ file: this.#nameOf(absolute), absolute, bytes: stats.size });
    }
  }

  #countOther(name: string): void {
    const extension = extname(name).toLowerCase();
    const count = this.others.get(extension) ?? 0;
    if (count > 0 || this.others.size < MAX_EXTENSIONS) this.others.set(extension, count + 1);
  }

  #nameOf(absolute: string): string {
    return relative(this.#folder, absolute).split(sep).join('/');
  }
}

function withinLimits(files: DocsFile[], limits: DocsLimits, problems: DocsProblem[]): DocsFile[] {
  const kept: DocsFile[] = [];
  let markdownBytes = 0;
  let htmlBytes = 0;
  let leftOut = 0;
  for (const file of files) {
    const isHtml = isHtmlFile(file.file);
    const most = isHtml ? limits.htmlFileBytes : limits.fileBytes;
    const total = (isHtml ? htmlBytes : markdownBytes) + file.bytes;
    if (file.bytes > most) {
      problems.push({
        file: file.file,
        code: 'too-large',
        message: `The file has ${file.bytes} bytes; at most ${most} are read.`,
      });
    } else if (kept.length >= limits.files || total > (isHtml ? limits.totalHtmlBytes : limits.totalBytes)) {
      leftOut++;
    } else {
      kept.push(file);
      if (isHtml) htmlBytes = total;
      else markdownBytes = total;
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

/** Configurations of generators, with the folder that each writes its site into. */
const OUTPUTS: readonly [config: RegExp, folder: string][] = [
  [/^docusaurus\.config\.[cm]?[jt]s$/, 'build'],
  [/^hugo\.(?:toml|ya?ml|json)$/, 'public'],
  [/^(?:mkdocs\.ya?ml|zensical\.toml)$/, 'site'],
  [/^astro\.config\.[cm]?[jt]s$/, 'dist'],
  [/^next\.config\.[cm]?[jt]s$/, 'out'],
  [/^rspress\.config\.[cm]?[jt]s$/, 'doc_build'],
  [/^book\.toml$/, 'book'],
  [/^antora-playbook\.ya?ml$/, 'build'],
];

/**
 * Return the folders that hold the built site of a project beside its sources, by the names in its folder. Its pages are those of the
 * sources once more, at addresses that the site does not have.
 */
function outputFolders(folder: string, names: readonly string[]): Set<string> {
  return new Set(
    OUTPUTS.flatMap(([config, output]) =>
      names.includes(output) && names.some((name) => config.test(name)) && isBuilt(join(folder, output))
        ? output
        : [],
    ),
  );
}

function isBuilt(output: string): boolean {
  return ['index.html', '404.html', 'site'].some((name) => existsSync(join(output, name)));
}
