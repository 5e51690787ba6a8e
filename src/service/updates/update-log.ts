import type { ChangedFiles } from '../sources/docs-source.ts';

/** Log lines of one run of an update; the last one says that there were more. The store keeps as many of all its runs. */
const MAX_LINES = 1_000;
/** Longest log line, in UTF-16 units; the rest is cut. */
const MAX_LINE_LENGTH = 1_000;
/** UTF-16 units of all lines of one run together. */
const MAX_LENGTH = 200_000;
/** Files of each kind that are named. */
const MAX_FILES = 1_000;
/** UTF-16 units of all names of one kind together. */
const MAX_FILES_LENGTH = 100_000;

/** Lines that tell a person what an update does: each with its time, and never too many. */
export class UpdateLog {
  readonly #clock: () => number;
  #waiting: string[] = [];
  #lines = 0;
  #length = 0;

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  add(text: string): void {
    if (this.#isFull) return;
    this.#lines++;
    const isLast = this.#lines === MAX_LINES || this.#length + text.length > MAX_LENGTH;
    const line = isLast ? 'Further lines are left out.' : oneLine(text);
    this.#length = isLast ? Infinity : this.#length + line.length;
    this.#waiting.push(`${new Date(this.#clock()).toISOString()} ${line}`);
  }

  /** Lines that were not taken yet. */
  take(): string[] {
    const lines = this.#waiting;
    this.#waiting = [];
    return lines;
  }

  get #isFull(): boolean {
    return this.#length === Infinity;
  }
}

/** File names and git's messages come from strangers: one line stays one, and holds nothing that a terminal would obey. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line;
}

/** Leaves out file names beyond the limit. @returns what is left, and how many are not */
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
