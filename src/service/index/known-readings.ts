import type { DatabaseSync } from 'node:sqlite';
import type { DocsProblem } from '../../engine/sections/docs-problem.ts';
import type { DocsLimits } from '../docs/docs-limits.ts';
import { PageIncludes } from '../docs/includes/include-files.ts';
import type { DocsFile } from '../docs/list-docs-files.ts';
import type { Page, PageReading } from '../docs/read-page.ts';

/** The files in an index that was written with the same options. */
export class KnownReadings {
  /** Whether the index is complete, provided that the files are the same. */
  readonly #isWhole: boolean;
  readonly #isCurrent: boolean;
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync, fingerprint: string) {
    this.#database = database;
    const meta = database.prepare('SELECT value FROM meta WHERE key = ?');
    this.#isCurrent = meta.get('fingerprint')?.value === fingerprint;
    this.#isWhole = this.#isCurrent && meta.get('preliminary') === undefined;
  }

  has(file: string): boolean {
    return this.#database.prepare('SELECT 1 FROM files WHERE file = ?').get(file) !== undefined;
  }

  /** Return how many files of the index are missing here. */
  missing(files: readonly DocsFile[]): number {
    const present = new Set(files.map(({ file }) => file));
    return this.#database
      .prepare('SELECT file FROM files')
      .all()
      .filter((row) => !present.has(row.file as string)).length;
  }

  /** Return the problems of the folder as a whole. */
  #problems(): DocsProblem[] {
    const row = this.#database.prepare("SELECT value FROM meta WHERE key = 'problems'").get();
    return JSON.parse(row!.value as string) as DocsProblem[];
  }

  /** Return the problems of a file; `undefined` if it is another one than that of the index. */
  #problemsOf(file: string, hash: Uint8Array): DocsProblem[] | undefined {
    const row = this.#database
      .prepare('SELECT problems FROM files WHERE file = ? AND hash = ?')
      .get(file, hash);
    return row && (JSON.parse(row.problems as string) as DocsProblem[]);
  }

  /** Return the problems of the index, if it is complete and all files are as they were; else `null`. */
  async findSame(
    files: readonly DocsFile[],
    { dir, limits, needsAllPages }: { dir: string; limits: DocsLimits; needsAllPages: boolean },
  ): Promise<DocsProblem[] | null> {
    if (!this.#isWhole || this.missing(files) > 0) return null;
    const includes = await PageIncludes.open(dir, limits);
    const problems = this.#problems();
    for (const { file, absolute } of files) {
      const own = this.#problemsOf(file, (await includes.read(file, absolute)).hash);
      if (!own || (needsAllPages && own.some(({ code }) => code === 'too-slow'))) return null;
      problems.push(...own);
    }
    return problems;
  }

  read(file: string, hash: Uint8Array): PageReading | undefined {
    if (!this.#isCurrent) return undefined;
    const row = this.#database
      .prepare('SELECT page, problems FROM files WHERE file = ? AND hash = ?')
      .get(file, hash);
    if (!row) return undefined;
    const problems = JSON.parse(row.problems as string) as DocsProblem[];
    return { page: row.page === null ? null : this.#page(row.page as number), problems };
  }

  #page(id: number): Page {
    const row = this.#database.prepare('SELECT * FROM pages WHERE id = ?').get(id)!;
    const sections = this.#database.prepare('SELECT * FROM sections WHERE page = ? ORDER BY id').all(id);
    return {
      path: row.path as string,
      title: row.title as string,
      ...(row.description !== null && { description: row.description as string }),
      ...(row.version !== null && { version: row.version as string }),
      ...(row.language !== null && { language: row.language as string }),
      ...(row.boost !== 1 && { boost: row.boost as number }),
      sections: sections.map((section) => ({
        headings: JSON.parse(section.headings as string) as string[],
        ...(section.anchor !== null && { anchor: section.anchor as string }),
        content: section.content as string,
      })),
    };
  }
}
