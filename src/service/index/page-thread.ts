import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { DocsSurvey } from '../docs/docs-survey.ts';
import type { PageReading } from '../docs/read-page.ts';
import { startSiblingWorker } from '../sibling-worker.ts';

export interface PageTask {
  file: string;
  bytes: Uint8Array;
}

/** Messages of the worker: first that it can begin, then one reading per file. */
export type PageReply = 'ready' | PageReading;

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

/** A worker thread that reads pages. */
export class PageThread implements PageReader {
  readonly ready: Promise<unknown>;
  readonly #worker: Worker;
  readonly #ended = Promise.withResolvers<never>();

  /** @param mebibytes of memory that it may take */
  constructor(survey: DocsSurvey, mebibytes: number) {
    this.#worker = startSiblingWorker('page-worker', import.meta.url, survey, {
      // The limit also has V8 collect garbage earlier.
      maxOldGenerationSizeMb: mebibytes,
    });
    this.#worker.on('error', this.#ended.reject);
    this.#worker.on('exit', () => this.#ended.reject(new Error('The thread that reads pages was stopped')));
    this.#ended.promise.catch(() => {});
    this.ready = this.#reply();
  }

  async read(task: PageTask): Promise<PageReading> {
    this.#worker.postMessage(task);
    return (await this.#reply()) as PageReading;
  }

  async processorTime(): Promise<number | null> {
    if (typeof this.#worker.cpuUsage !== 'function') return null;
    const { user, system } = await this.#worker.cpuUsage();
    return (user + system) / 1_000;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }

  async #reply(): Promise<PageReply> {
    const [reply] = (await Promise.race([once(this.#worker, 'message'), this.#ended.promise])) as [PageReply];
    return reply;
  }
}
