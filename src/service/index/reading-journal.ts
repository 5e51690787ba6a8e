import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** With others at the same time, or alone, in a process of its own. */
export type ReadingWay = 'together' | 'alone';

const WAYS: Readonly<Record<string, ReadingWay>> = { t: 'together', a: 'alone' };
/** SHA-256 in hexadecimal, the letter of the way, and the end of the line. */
const RECORD_BYTES = 66;
const EMPTY_RECORD = `${' '.repeat(RECORD_BYTES - 1)}\n`;

/**
 * Keeps on disk which files are being parsed, by their content, so that the next build knows which of them may have ended the program:
 * V8 ends all of it, not only a thread, when one allocation goes far beyond a limit, and so does the kernel when a machine has no
 * memory left. The file is removed when a build ends in an orderly way.
 */
export class ReadingJournal implements Disposable {
  readonly #descriptor: number;
  /** Content in each record of the file; `''`: none. */
  readonly #records: string[] = [];
  readonly #before = new Map<string, ReadingWay>();

  constructor(path: string) {
    // Opened without truncation: what an earlier program left stays until it is read.
    this.#descriptor = openSync(path, 'a+');
    closeSync(this.#descriptor);
    for (const record of readFileSync(path, 'latin1').split('\n')) {
      const [, hash = '', letter = ''] = /^([\da-f]{64})([ta])$/.exec(record) ?? [];
      if (record !== '') this.#records.push(hash);
      if (hash !== '') this.#before.set(hash, WAYS[letter]!);
    }
    this.#descriptor = openSync(path, 'r+');
  }

  /** Return how a content was being parsed when an earlier program ended; `undefined` when it was not. */
  wayBefore(hash: string): ReadingWay | undefined {
    return this.#before.get(hash);
  }

  begin(hash: string, way: ReadingWay): void {
    const same = this.#records.indexOf(hash);
    const free = same === -1 ? this.#records.indexOf('') : same;
    this.#write(free === -1 ? this.#records.length : free, hash, `${hash}${way[0]}\n`);
  }

  /** Note that a content did not end the program. */
  end(hash: string): void {
    const at = this.#records.indexOf(hash);
    if (at !== -1) this.#write(at, '', EMPTY_RECORD);
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }

  #write(at: number, hash: string, record: string): void {
    this.#records[at] = hash;
    writeSync(this.#descriptor, record, at * RECORD_BYTES, 'latin1');
  }
}
