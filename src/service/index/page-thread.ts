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

/** A worker thread that reads one file at a time. It can be terminated in the middle of one. */
export class PageThread implements AsyncDisposable {
  /** Resolves when the thread is loaded. */
  readonly ready: Promise<unknown>;
  readonly #worker: Worker;
  readonly #ended = Promise.withResolvers<never>();

  constructor(survey: DocsSurvey) {
    this.#worker = startSiblingWorker('page-worker', import.meta.url, survey, {
      // The limit also has V8 collect garbage earlier: reading the docs of `npm run bench:search` takes 320 MB instead of 450.
      maxOldGenerationSizeMb: survey.options.limits.parseMebibytes,
    });
    this.#worker.on('error', this.#ended.reject);
    this.#worker.on('exit', () => this.#ended.reject(new Error('The thread that reads pages was stopped')));
    this.#ended.promise.catch(() => {});
    this.ready = this.#reply();
  }

  /**
   * Read a file. Wait for `ready`, or for the previous file, first.
   *
   * @throws Error when the thread ends before: `ERR_WORKER_OUT_OF_MEMORY` when the file takes too much memory
   */
  async read(task: PageTask): Promise<PageReading> {
    this.#worker.postMessage(task);
    return (await this.#reply()) as PageReading;
  }

  /** Return the processor time of the thread in milliseconds, also while it reads; `null` where the runtime does not tell. */
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
