import { availableParallelism } from 'node:os';
import type { DocsProblemCode } from '../../engine/sections/docs-problem.ts';
import type { DocsSurvey } from '../docs/docs-reader.ts';
import type { DocsFile } from '../docs/list-docs-files.ts';
import type { PageReading } from '../docs/read-page.ts';
import { LEAST_PARSE_MILLISECONDS, ParseBudget } from './parse-budget.ts';
import { PageThread, type PageTask } from './page-thread.ts';

/** Most files that are parsed at the same time, apart from slow ones. */
const MAX_READERS = 4;
/** Files for which another reader is worth its start, because a thread loads the parsers first. */
const FILES_PER_READER = 32;
/** Most slow files that are parsed beside the others. With more of them, the others have fewer readers. */
const MAX_SLOW_AT_ONCE = 3;
/** With more files than this that cannot be parsed in time, the folder is taken for an attack. */
const MAX_EXPIRED = 20;
/** Files that the error about such a folder names. */
const MAX_NAMED_FILES = 3;
/** Milliseconds between two looks at the files that are being parsed. */
const CLOCK_INTERVAL = 100;

/** Read one file, with the given parser if it has to be parsed. */
type ReadFile = (file: DocsFile, at: number, parse: Parse) => Promise<void>;
export type Parse = (task: PageTask) => Promise<PageReading>;

interface Parsing {
  file: string;
  /** As of `performance.now()`. */
  begin: number;
  /** Whether another reader goes on with the files after this one. */
  isReplaced: boolean;
  timeout: PromiseWithResolvers<never>;
}

/**
 * Reads the files of a folder with several readers, each with a thread of its own. A file that takes longer than a second does not
 * hold up the others, because another reader takes the place of its reader. A file beyond the budget is left out: its thread is
 * terminated, and nothing else is read again.
 */
export class PageReaders {
  readonly #survey: DocsSurvey;
  readonly #budget: ParseBudget;
  readonly #files: Iterator<[number, DocsFile]> & Iterable<[number, DocsFile]>;
  readonly #size: number;
  readonly #readFile: ReadFile;
  readonly #parsing = new Set<Parsing>();
  readonly #expired: string[] = [];
  readonly #done = Promise.withResolvers<void>();
  #running = 0;

  constructor(files: readonly DocsFile[], survey: DocsSurvey, readFile: ReadFile) {
    this.#survey = survey;
    this.#budget = new ParseBudget(survey.options.limits);
    this.#files = files.entries();
    this.#size = Math.min(
      availableParallelism(),
      MAX_READERS,
      1 + Math.floor(files.length / FILES_PER_READER),
    );
    this.#readFile = readFile;
  }

  /** @throws Error when `readFile` throws, a thread fails, or too many files are left out */
  async run(): Promise<void> {
    const clock = setInterval(() => this.#checkTimes(), CLOCK_INTERVAL);
    try {
      for (let reader = 0; reader < this.#size; reader++) this.#start();
      await this.#done.promise;
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
      thread ??= new PageThread(this.#survey);
      await thread.ready;
      const timeout = Promise.withResolvers<never>();
      const parsing: Parsing = { file: task.file, begin: performance.now(), isReplaced, timeout };
      this.#parsing.add(parsing);
      try {
        return await Promise.race([thread.read(task), timeout.promise]);
      } catch (error) {
        await thread[Symbol.asyncDispose]();
        thread = undefined;
        return leaveOut(task.file, error);
      } finally {
        this.#parsing.delete(parsing);
        isReplaced = parsing.isReplaced;
      }
    };
    for (const [at, file] of this.#files) {
      await this.#readFile(file, at, parse);
      if (isReplaced) break;
    }
    await thread?.[Symbol.asyncDispose]();
  }

  #checkTimes(): void {
    for (const parsing of this.#parsing) {
      const elapsed = performance.now() - parsing.begin;
      const { milliseconds } = this.#budget;
      if (elapsed >= milliseconds) this.#expire(parsing, milliseconds);
      else if (elapsed >= LEAST_PARSE_MILLISECONDS && !parsing.isReplaced) this.#replace(parsing);
    }
  }

  #replace(parsing: Parsing): void {
    if ([...this.#parsing].filter(({ isReplaced }) => isReplaced).length >= MAX_SLOW_AT_ONCE) return;
    parsing.isReplaced = true;
    this.#start();
  }

  #expire(parsing: Parsing, milliseconds: number): void {
    const { file, begin, timeout } = parsing;
    // Only once: terminating the thread may take longer than until the next look.
    this.#parsing.delete(parsing);
    this.#budget.charge(begin);
    timeout.reject(new ParseTimeout(milliseconds));
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

  constructor(milliseconds: number) {
    super();
    this.milliseconds = milliseconds;
  }
}

/** Report a file whose thread did not get through. @throws any other error than of its time and memory */
function leaveOut(file: string, error: unknown): PageReading {
  const report = (code: DocsProblemCode, reason: string): PageReading => ({
    page: null,
    problems: [{ file, code, message: `The file is left out: ${reason}` }],
  });
  if (error instanceof ParseTimeout) {
    return report('too-slow', `parsing took more than ${Math.floor(error.milliseconds / 1000)} s.`);
  }
  // Not a promise: V8 ends the whole process when a single allocation goes far beyond the limit.
  if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return report('too-complex', 'parsing takes more memory than this program may use.');
  }
  throw error;
}
