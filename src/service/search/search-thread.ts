import { startSiblingWorker } from '../sibling-worker.ts';
import type { IndexFacts } from '../../engine/sections/index-facts.ts';
import type { SearchIndex } from '../../engine/ranking/search-index.ts';

/** What the thread does with an index, which is known by a number of ours. */
export type SearchTask =
  | { type: 'open'; index: number; file: string }
  | { type: 'call'; index: number; call: IndexCall }
  | { type: 'close'; index: number };

/** A call of a method of an index. */
export type IndexCall = {
  [Method in IndexMethod]: { method: Method; parameters: Parameters<SearchIndex[Method]> };
}[IndexMethod];
type IndexMethod = 'search' | 'contentWords' | 'findPages' | 'pagePaths';

/** Replies of the worker, one per task. */
export type SearchReply =
  { type: 'done'; task: number; result: unknown } | { type: 'failed'; task: number; message: string };

interface WaitingCall extends PromiseWithResolvers<unknown> {
  task: SearchTask;
  signal: AbortSignal | undefined;
}

/**
 * A worker thread that searches index files, one call at a time, so that no search holds up the streams of the main thread. A call
 * that is aborted while it waits is not made. Ends for good on a failure; see `SearchThreads`.
 */
export class SearchThread {
  readonly #worker = startSiblingWorker('search-worker', import.meta.url, null);
  readonly #tasks = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #waiting: WaitingCall[] = [];
  #lastTask = 0;
  #isCalling = false;
  #failure: Error | undefined;

  constructor() {
    this.#worker.unref();
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The search thread was stopped')));
    this.#worker.on('message', (reply: SearchReply) => this.#handleReply(reply));
  }

  /** Whether the thread has ended. */
  get hasEnded(): boolean {
    return this.#failure !== undefined;
  }

  /** Open an index file, vectors included. Calls go on meanwhile. @throws Error when the file is damaged or missing */
  async open(index: number, file: string): Promise<IndexFacts> {
    return (await this.#run({ type: 'open', index, file })) as IndexFacts;
  }

  /** Call a method of an open index, after the calls before. @throws Error when it fails, or the reason of an aborted signal */
  call(index: number, call: IndexCall, signal?: AbortSignal): Promise<unknown> {
    const waiting = {
      task: { type: 'call', index, call } as const,
      signal,
      ...Promise.withResolvers<unknown>(),
    };
    this.#waiting.push(waiting);
    void this.#callNext();
    return waiting.promise;
  }

  /** Close an index. */
  async closeIndex(index: number): Promise<void> {
    if (!this.hasEnded) await this.#run({ type: 'close', index });
  }

  /** End the thread. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #callNext(): Promise<void> {
    if (this.#isCalling) return;
    this.#isCalling = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { task, signal, resolve, reject } = next;
      if (signal?.aborted) reject(signal.reason);
      else await this.#run(task).then(resolve, reject);
    }
    this.#isCalling = false;
  }

  #run(task: SearchTask): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    const number = ++this.#lastTask;
    const result = Promise.withResolvers<unknown>();
    this.#tasks.set(number, result);
    this.#worker.ref();
    this.#worker.postMessage({ number, task });
    return result.promise;
  }

  #handleReply(reply: SearchReply): void {
    const result = this.#tasks.get(reply.task);
    this.#tasks.delete(reply.task);
    // An idle thread must not keep the process running.
    if (this.#tasks.size === 0) this.#worker.unref();
    if (reply.type === 'done') result?.resolve(reply.result);
    else result?.reject(new Error(reply.message));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#tasks.values()) reject(error);
    this.#tasks.clear();
  }
}
