import type { DocsSurvey } from '../docs/docs-survey.ts';
import type { PageReading } from '../docs/read-page.ts';
import { WorkerCalls } from '../worker-calls.ts';

export interface PageTask {
  file: string;
  bytes: Uint8Array;
}

/** Reads one file at a time beside the caller. Disposing of it ends it in the middle of one. */
export interface PageReader extends AsyncDisposable {
  /** Resolves when it can begin. */
  readonly ready: Promise<unknown>;
  /**
   * Read a file. Wait for `ready`, or for the previous file, first.
   *
   * @throws Error when the reader ends before: `ERR_WORKER_OUT_OF_MEMORY` when the file takes too much memory
   */
  read(task: PageTask): Promise<PageReading>;
  /** Return its processor time in milliseconds, also while it reads; `null` where the runtime does not tell. */
  processorTime(): Promise<number | null>;
}

/** What the thread does. */
export interface PageCalls {
  /** Resolves when the parsers are loaded. */
  load(): void;
  read(task: PageTask): PageReading;
}

/** A worker thread that reads pages. */
export class PageThread implements PageReader {
  readonly ready: Promise<unknown>;
  readonly #calls: WorkerCalls<PageCalls>;

  /** @param mebibytes of memory that it may take */
  constructor(survey: DocsSurvey, mebibytes: number) {
    this.#calls = new WorkerCalls('page-worker', import.meta.url, {
      data: survey,
      // The limit also has V8 collect garbage earlier.
      limits: { maxOldGenerationSizeMb: mebibytes },
      endMessage: 'The thread that reads pages was stopped',
    });
    this.ready = this.#calls.call('load');
    this.ready.catch(() => {});
  }

  read(task: PageTask): Promise<PageReading> {
    return this.#calls.call('read', task);
  }

  processorTime(): Promise<number | null> {
    return this.#calls.processorTime();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#calls[Symbol.asyncDispose]();
  }
}
