import { posix } from 'node:path';

/** Factors by which pages are ranked, by the paths of their files. Patterns are those of `ExcludedFiles`. */
export class BoostedFiles {
  readonly #patterns: readonly { written: string; glob: string; factor: number }[];

  /** @param boost factors by patterns; the last one that matches a file counts, so that a folder comes before a file in it */
  constructor(boost: Readonly<Record<string, number>> = {}) {
    this.#patterns = Object.entries(boost).map(([written, factor]) => ({
      written,
      glob: globOf(written),
      factor,
    }));
  }

  /** Return the factor of a file; `undefined`: no pattern matches it, or a folder that it is in. */
  factorOf(file: string): number | undefined {
    const paths = pathsOf(file);
    return this.#patterns.findLast(({ glob }) => paths.some((path) => posix.matchesGlob(path, glob)))?.factor;
  }

  /** Return the patterns that match none of the files. */
  unused(files: readonly string[]): string[] {
    const paths = [...new Set(files.flatMap(pathsOf))];
    return this.#patterns
      .filter(({ glob }) => !paths.some((path) => posix.matchesGlob(path, glob)))
      .map(({ written }) => written);
  }
}

/** Return a file and the folders that it is in. */
function pathsOf(file: string): string[] {
  const names = file.split('/');
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}

/**
 * Files and folders that are left out by their paths. Patterns are globs such as `drafts`, `blog/20*` or `**\/*.draft.md`, relative
 * to the folder of the documentation; without a slash they match a name in any folder, and a folder with all that is in it.
 */
export class ExcludedFiles {
  readonly #patterns: readonly { written: string; glob: string }[];
  readonly #used = new Set<string>();

  constructor(patterns: readonly string[]) {
    this.#patterns = patterns.map((written) => ({ written, glob: globOf(written) }));
  }

  /** @param path of a file or folder, with `/` */
  has(path: string): boolean {
    const found = this.#patterns.filter(({ glob }) => posix.matchesGlob(path, glob));
    for (const { written } of found) this.#used.add(written);
    return found.length > 0;
  }

  /** Patterns that have matched nothing. */
  get unused(): string[] {
    return this.#patterns.map(({ written }) => written).filter((written) => !this.#used.has(written));
  }
}

/** Return the glob of a pattern as it is written, for whole paths. */
function globOf(written: string): string {
  const path = written.replace(/^\.?\/+/, '').replace(/\/+$/, '');
  const isName = !written.replace(/\/+$/, '').includes('/');
  return isName ? `**/${path}` : path;
}
