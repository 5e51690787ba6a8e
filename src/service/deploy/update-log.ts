import type { ChangedFiles } from './docs-source.ts';

/** Maximum number of lines of one run; the last one reports that lines were left out. The store keeps as many of all runs. */
const MAX_LINES = 1_000;
/** Maximum length of a line in UTF-16 units; the rest is cut. */
const MAX_LINE_LENGTH = 1_000;
/** Maximum number of UTF-16 units of all lines of one run. */
const MAX_LENGTH = 200_000;
/** Maximum number of files listed of each kind. */
const MAX_FILES = 1_000;
/** Maximum number of UTF-16 units of all names of one kind. */
const MAX_FILES_LENGTH = 100_000;

/** The log of an update for its readers: lines with their time, limited in number and length. */
export class UpdateLog {
  readonly #hide: (text: string) => string;
  readonly #clock: () => number;
  #waiting: string[] = [];
  #lines = 0;
  #length = 0;

  /** @param hide removes from a line what its readers must not see */
  constructor(hide: (text: string) => string = (text) => text, clock: () => number = Date.now) {
    this.#hide = hide;
    this.#clock = clock;
  }

  add(text: string): void {
    if (this.#isFull) return;
    this.#lines++;
    const isLast = this.#lines === MAX_LINES || this.#length + text.length > MAX_LENGTH;
    const line = isLast ? 'Further lines are left out.' : oneLine(this.#hide(text));
    this.#length = isLast ? Infinity : this.#length + line.length;
    this.#waiting.push(`${new Date(this.#clock()).toISOString()} ${line}`);
  }

  /** Return the lines since the last call. */
  take(): string[] {
    const lines = this.#waiting;
    this.#waiting = [];
    return lines;
  }

  get #isFull(): boolean {
    return this.#length === Infinity;
  }
}

/** File names and messages of git are untrusted: remove line breaks and control characters of terminals. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line;
}

/** Cut the lists of files to the limit. @returns the lists and the number of files left out */
export function boundChangedFiles(files: ChangedFiles): { files: ChangedFiles; leftOut: number } {
  let leftOut = 0;
  const bound = (names: readonly string[]): string[] => {
    let length = 0;
    const kept = names.slice(0, MAX_FILES).filter((name) => (length += name.length) <= MAX_FILES_LENGTH);
    leftOut += names.length - kept.length;
    return kept;
  };
  return {
    files: { added: bound(files.added), modified: bound(files.modified), removed: bound(files.removed) },
    leftOut,
  };
}
