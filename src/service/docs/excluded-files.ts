import { posix } from 'node:path';

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
export function globOf(written: string): string {
  const path = written.replace(/^\.?\/+/, '').replace(/\/+$/, '');
  const isName = !written.replace(/\/+$/, '').includes('/');
  return isName ? `**/${path}` : path;
}
