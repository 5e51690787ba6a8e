import { readFile, realpath, stat } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { decodeText } from '../decode-text.ts';

/** Where the path of an included file begins. */
export interface IncludedPath {
  path: string;
  /** Whether at the page, at the folder that the generator names (unknown here), or at either of them. */
  from: 'page' | 'root' | 'either';
  /** Folders of the generator for such files, from the root. */
  folders?: readonly string[];
}

/** Why a file is not included, as it is reported. */
export type IncludeFailure = string;

/** What was found: a file and its text, or why it is not included. */
export type IncludedFile = { file: string; text: string } | { failure: IncludeFailure };

const ADDRESS = /^(?:[a-z][a-z\d+.-]*:)?\/\//i;
/** Names of the project's folder in imports. */
const ALIAS = /^(?:@site|@docs|@src|@root|<rootDir>|[@~]|\{\{[^{}]*\}\})\//;
/** Names that nobody publishes: packages, and hidden ones but for the folder in which GitBook keeps such files. */
const HIDDEN = /(?:^|\/)(?:\.(?!gitbook\/)[^/]*|node_modules)(?:\/|$)/;
/** Maximum number of folders of a file, and of the end of the root's path, that are tried. */
const MAX_FOLDERS = 8;

/** Files of a folder that pages include. None is outside of it, whatever path or symbolic link leads there. */
export class IncludedFiles {
  readonly #root: string;
  readonly #maxBytes: number;
  readonly #onMissing: (path: string) => void;

  /**
   * @param root the folder with symbolic links resolved
   * @param onMissing called with each path in the folder at which a file was looked for
   */
  constructor(root: string, maxBytes: number, onMissing: (path: string) => void = () => {}) {
    this.#root = root;
    this.#maxBytes = maxBytes;
    this.#onMissing = onMissing;
  }

  /** Read the file that a page names. @param file the page, relative to the folder */
  async read(file: string, named: IncludedPath): Promise<IncludedFile> {
    if (ADDRESS.test(named.path)) return { failure: 'on another host' };
    const candidates = [...new Set(this.#candidates(file, named))];
    const inside = candidates.filter((path) => !/^\.\.(?:\/|$)/.test(path));
    if (inside.length === 0) return { failure: 'outside the folder' };
    let failure: IncludeFailure = 'not found';
    for (const path of inside) {
      const found = await this.#open(path);
      if (found !== null && 'text' in found) return found;
      failure = found?.failure ?? failure;
    }
    return { failure };
  }

  #candidates(file: string, { path, from, folders = [] }: IncludedPath): string[] {
    const written = path.replaceAll('\\', '/').replace(/[?#].*$/, '');
    const rooted = ALIAS.test(written) || written.startsWith('/');
    const plain = posix.normalize(written.replace(ALIAS, '').replace(/^\/+/, ''));
    const above = posix.dirname(file).split('/').slice(0, MAX_FOLDERS);
    const bases = ['.', ...above.map((_, at) => above.slice(0, at + 1).join('/'))];
    const ofPage = posix.join(posix.dirname(file), written);
    const ofRoot = [
      ...bases.flatMap((base) => ['.', ...folders].map((folder) => posix.join(base, folder, plain))),
      ...this.#belowRoot(plain),
    ];
    if (rooted) return ofRoot;
    return { page: [ofPage], root: ofRoot, either: [ofPage, ...ofRoot] }[from];
  }

  /** Return paths that begin above the folder, such as `docs/parts/a.md` in the folder `docs`. */
  #belowRoot(path: string): string[] {
    const root = this.#root.split(sep).slice(-MAX_FOLDERS);
    const names = path.split('/');
    return root.flatMap((_, at) => {
      const end = root.slice(at);
      return end.every((name, index) => names[index] === name) ? names.slice(end.length).join('/') : [];
    });
  }

  async #open(path: string): Promise<IncludedFile | null> {
    const absolute = await realpath(join(this.#root, path)).catch(() => null);
    if (absolute === null) {
      if (!HIDDEN.test(path)) this.#onMissing(path);
      return null;
    }
    if (!absolute.startsWith(this.#root + sep)) return { failure: 'outside the folder' };
    const file = relative(this.#root, absolute).split(sep).join('/');
    if (HIDDEN.test(file)) return { failure: 'hidden' };
    const stats = await stat(absolute).catch(() => null);
    if (!stats?.isFile()) return null;
    if (stats.size > this.#maxBytes) return { failure: `larger than ${this.#maxBytes} bytes` };
    const bytes = await readFile(absolute).catch(() => null);
    if (bytes === null) return { failure: 'not readable' };
    const text = decodeText(bytes)?.text;
    return text === undefined ? { failure: 'not text' } : { file, text };
  }
}
