import { availableParallelism } from 'node:os';
import type { DocsProblem, DocsProblemCode } from '../../engine/sections/docs-problem.ts';
import type { DocsLimits } from '../docs/docs-limits.ts';
import type { DocsSurvey } from '../docs/docs-survey.ts';
import type { DocsFile } from '../docs/list-docs-files.ts';
import type { PageReading } from '../docs/read-page.ts';
import { isHtmlFile } from '../docs/list-docs-files.ts';
import { LonePageProcess, LoneProcessEnded } from './lone-page-process.ts';
import { ParseBudget, ProcessTime, ThreadTime } from './parse-time.ts';
import { PageThread, type PageReader, type PageTask } from './page-thread.ts';
import type { ReadingJournal, ReadingWay } from './reading-journal.ts';

/** Maximum number of files that are parsed at the same time, apart from slow ones. */
const MAX_READERS = 4;
/** Files for which another reader is worth its start, because a thread loads the parsers first. */
const FILES_PER_READER = 32;
/** Maximum number of slow files that are parsed beside the others. With more of them, the others have fewer readers. */
const MAX_SLOW_AT_ONCE = 3;
/** Maximum number of files that cannot be parsed in time; with more, the folder is taken for an attack. */
const MAX_EXPIRED = 20;
/** Minimum memory of a reader, in mebibytes: with the parsers, ample for the pages of most documentations. */
const READER_MEBIBYTES = 96;
/** Bytes from which a file is read alone: in a part of the memory one of its lists may be what ends the program. */
const LARGE_MARKDOWN = 256 * 1024;
const LARGE_HTML = 1024 * 1024;
/** Maximum number of files that the error about such a folder names. */
const MAX_NAMED_FILES = 3;
/** Milliseconds on the clock after which a file no longer holds up the others. */
const SLOW_MILLISECONDS = 1_000;
/** Milliseconds between two looks at the files that are being parsed. */
const CLOCK_INTERVAL = 100;

/** Read one file, with the given parser if it has to be parsed. */
export type ReadFile = (file: DocsFile, at: number, parse: Parse) => Promise<void>;
export type Parse = (task: HashedTask) => Promise<ParsedFile>;

interface HashedTask extends PageTask {
  /** Digest of the content. */
  hash: Uint8Array;
}

/** What was read of a file. */
export interface ParsedFile extends PageReading {
  /** Whether the file is left out because others had taken the time of all: with more of it, there may be a page. */
  isUnfinished?: boolean;
}

/** Thrown to read a file once more after all others. */
class NeedsAllMemory extends Error {}

interface Parsing {
  file: string;
  time: ThreadTime;
  /** Whether another reader goes on with the files after this one. */
  isReplaced: boolean;
  timeout: PromiseWithResolvers<never>;
}

/**
 * Reads the files of a folder with several readers, each with a thread of its own. A file that takes longer than a second does not
 * hold up the others, because another reader takes the place of its reader. A file beyond the budget of time is left out: its thread is
 * terminated, and nothing else is read again. Where no page may be left out, reading fails instead.
 *
 * All readers together have one budget of memory. What takes more than the part of one reader, what is large, and what was being
 * parsed when an earlier program ended, is read after all others, one file at a time with all of the budget, in a process of its own:
 * whatever such a file does, the program goes on. A file that ended the program there, too, is left out.
 */
export class PageReaders {
  readonly #survey: DocsSurvey;
  readonly #budget: ParseBudget;
  readonly #files: Iterator<[number, DocsFile]> & Iterable<[number, DocsFile]>;
  readonly #size: number;
  readonly #readFile: ReadFile;
  readonly #needsAll: boolean;
  readonly #journal: ReadingJournal;
  /** Maximum number of threads at a time, and the memory of each in mebibytes. */
  readonly #mostThreads: number;
  readonly #threadMebibytes: number;
  /** What is read alone, after the others. */
  readonly #alone: [number, DocsFile][] = [];
  readonly #time = new ProcessTime();
  readonly #parsing = new Set<Parsing>();
  readonly #expired: string[] = [];
  readonly #done = Promise.withResolvers<void>();
  #running = 0;

  /** @param needsAll whether to fail where a page takes too much time or memory, which depends on the machine */
  constructor(
    files: readonly DocsFile[],
    survey: DocsSurvey,
    readFile: ReadFile,
    journal: ReadingJournal,
    needsAll = false,
  ) {
    this.#survey = survey;
    this.#needsAll = needsAll;
    this.#journal = journal;
    this.#budget = new ParseBudget(survey.options.limits);
    this.#files = files.entries();
    const { parseMebibytes } = survey.options.limits;
    const mostThreads = Math.max(1, Math.floor(parseMebibytes / READER_MEBIBYTES));
    this.#size = Math.min(
      availableParallelism(),
      MAX_READERS,
      1 + Math.floor(files.length / FILES_PER_READER),
      mostThreads,
    );
    this.#mostThreads = Math.min(mostThreads, this.#size + MAX_SLOW_AT_ONCE);
    this.#threadMebibytes = Math.floor(parseMebibytes / this.#mostThreads);
    this.#readFile = readFile;
  }

  /** @throws Error when `readFile` throws, a thread fails, or too many files are left out, or one that is needed */
  async run(): Promise<void> {
    const clock = setInterval(() => this.#checkTimes(), CLOCK_INTERVAL);
    try {
      for (let reader = 0; reader < this.#size; reader++) this.#start();
      await this.#done.promise;
      await this.#readAlone();
    } finally {
      clearInterval(clock);
    }
  }

  #start(): void {
    this.#running++;
    this.#read().then(() => {
      if (--this.#running === 0) this.#done.resolve();
    }, this.#done.reject);
  }

  async #read(): Promise<void> {
    let thread: PageThread | undefined;
    let isReplaced = false;
    const parse: Parse = async (task) => {
      if (this.#isReadAlone(task)) throw new NeedsAllMemory();
      const current = (thread ??= new PageThread(this.#survey, this.#threadMebibytes));
      await current.ready;
      const parsing = this.#parsingOf(task, current, isReplaced);
      try {
        return await this.#parse(task, parsing, current, 'together');
      } catch (error) {
        await current[Symbol.asyncDispose]();
        thread = undefined;
        if (isOutOfMemory(error)) throw new NeedsAllMemory();
        return this.#leaveOut(task.file, error);
      } finally {
        isReplaced = parsing.isReplaced;
      }
    };
    for (const [at, file] of this.#files) {
      await this.#readFile(file, at, parse).catch((error: unknown) => {
        if (!(error instanceof NeedsAllMemory)) throw error;
        this.#alone.push([at, file]);
      });
      if (isReplaced) break;
    }
    await thread?.[Symbol.asyncDispose]();
  }

  /** Return whether a file may need more memory than a reader among others has, or may end the program. */
  #isReadAlone({ file, bytes, hash }: HashedTask): boolean {
    const isLarge = bytes.length > (isHtmlFile(file) ? LARGE_HTML : LARGE_MARKDOWN);
    return isLarge || this.#journal.wayBefore(hexOf(hash)) !== undefined;
  }

  async #readAlone(): Promise<void> {
    let reader: PageReader | undefined;
    const parse: Parse = async (task) => {
      if (this.#journal.wayBefore(hexOf(task.hash)) === 'alone')
        return this.#leaveOut(task.file, new LoneProcessEnded());
      const current = (reader ??= await this.#openLoneReader());
      try {
        return await this.#parse(task, this.#parsingOf(task, current, true), current, 'alone');
      } catch (error) {
        await current[Symbol.asyncDispose]();
        reader = undefined;
        return this.#leaveOut(task.file, error);
      }
    };
    try {
      for (const [at, file] of this.#alone) await this.#readFile(file, at, parse);
    } finally {
      await reader?.[Symbol.asyncDispose]();
    }
  }

  async #openLoneReader(): Promise<PageReader> {
    const { parseMebibytes } = this.#survey.options.limits;
    try {
      const process = new LonePageProcess(this.#survey, parseMebibytes);
      await process.ready;
      return process;
    } catch {
      // This program may not start others.
      const thread = new PageThread(this.#survey, parseMebibytes);
      await thread.ready;
      return thread;
    }
  }

  #parsingOf({ file }: PageTask, reader: PageReader, isReplaced: boolean): Parsing {
    const time = new ThreadTime(() => reader.processorTime());
    return { file, time, isReplaced, timeout: Promise.withResolvers<never>() };
  }

  async #parse(
    { file, bytes, hash }: HashedTask,
    parsing: Parsing,
    reader: PageReader,
    way: ReadingWay,
  ): Promise<ParsedFile> {
    this.#parsing.add(parsing);
    const content = hexOf(hash);
    this.#journal.begin(content, way);
    try {
      return await Promise.race([reader.read({ file, bytes }), parsing.timeout.promise]);
    } finally {
      this.#journal.end(content);
      this.#parsing.delete(parsing);
    }
  }

  #leaveOut(file: string, error: unknown): ParsedFile {
    const left = leaveOut(file, error, this.#survey.options.limits);
    if (this.#needsAll) throw needed(left, error);
    return left;
  }

  #checkTimes(): void {
    const stretch = this.#time.look();
    for (const parsing of this.#parsing) {
      const { time } = parsing;
      time.look(stretch);
      if (time.milliseconds >= this.#budget.milliseconds) this.#expire(parsing);
      else if (time.elapsed >= SLOW_MILLISECONDS && !parsing.isReplaced) this.#replace(parsing);
    }
  }

  #replace(parsing: Parsing): void {
    const slow = [...this.#parsing].filter(({ isReplaced }) => isReplaced).length;
    if (slow >= this.#mostThreads - this.#size) return;
    parsing.isReplaced = true;
    this.#start();
  }

  #expire(parsing: Parsing): void {
    const { file, time, timeout } = parsing;
    const { milliseconds, isWhole } = this.#budget;
    // Only once: terminating the thread may take longer than until the next look.
    this.#parsing.delete(parsing);
    this.#budget.charge(time.milliseconds);
    timeout.reject(new ParseTimeout(milliseconds, isWhole));
    this.#expired.push(file);
    if (this.#expired.length <= MAX_EXPIRED) return;
    const names = this.#expired.slice(0, MAX_NAMED_FILES).join(', ');
    this.#done.reject(
      new Error(
        `More than ${MAX_EXPIRED} files cannot be parsed in time, among them ${names}: simplify them, or take them out of the folder`,
      ),
    );
  }
}

class ParseTimeout extends Error {
  readonly milliseconds: number;
  /** Whether the file had the time that a file has when no other has lost any. */
  readonly isWhole: boolean;

  constructor(milliseconds: number, isWhole: boolean) {
    super();
    this.milliseconds = milliseconds;
    this.isWhole = isWhole;
  }
}

/** Report a file whose thread did not get through. @throws any other error than of its time and memory */
function leaveOut(file: string, error: unknown, { parseMebibytes }: DocsLimits): ParsedFile {
  const report = (code: DocsProblemCode, reason: string): ParsedFile => ({
    page: null,
    problems: [{ file, code, message: `The file is left out: ${reason}` }],
  });
  if (error instanceof ParseTimeout) {
    const seconds = Math.floor(error.milliseconds / 1000);
    const reading = report('too-slow', `parsing took more than ${seconds} s of processor time.`);
    return { ...reading, isUnfinished: !error.isWhole };
  }
  if (error instanceof LoneProcessEnded) {
    return report('too-complex', 'parsing it ends the process that reads it.');
  }
  if (isOutOfMemory(error)) {
    return report('too-complex', `parsing takes more than ${parseMebibytes} MiB of memory.`);
  }
  throw error;
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Return the error for a file that must not be left out. */
function needed({ problems }: ParsedFile, cause: unknown): Error {
  const [{ file, message }] = problems as [DocsProblem];
  const reason = message.replace('The file is left out: ', '');
  return new Error(
    `${file} cannot be read: ${reason} Simplify it, or take it out of the folder: what is found must not depend on the machine`,
    { cause },
  );
}
