import { posix } from 'node:path';
import { globOf } from './excluded-files.ts';

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
