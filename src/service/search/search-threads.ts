import type { SearchIndex } from '../../engine/ranking/search-index.ts';
import type { IndexFacts } from '../../engine/sections/index-facts.ts';
import { WorkerCalls } from '../worker-calls.ts';

/** What the thread does with index files, each known by a number of ours. */
export interface SearchCalls {
  /** Open an index file, vectors included. @throws Error when it is damaged or missing */
  open(index: number, file: string): Promise<IndexFacts>;
  /** Call a method of an open index. */
  query(index: number, call: IndexCall): Promise<unknown>;
  close(index: number): Promise<void>;
}

/** A call of a method of an index. */
export type IndexCall = {
  [Method in IndexMethod]: { method: Method; parameters: Parameters<SearchIndex[Method]> };
}[IndexMethod];
type IndexMethod = 'search' | 'contentWords' | 'findPages' | 'pagePaths' | 'readSections';

/** An index file in a thread. */
interface OpenedFile {
  thread: SearchThread;
  index: number;
  facts: Promise<IndexFacts>;
  /** Whether it could not be opened, or its thread has ended. */
  isLost(): boolean;
}

/**
 * Searches index files in one thread at a time, whatever their number, because vectors are then in memory once. When the thread
 * fails, running calls fail; the next call starts another thread and opens its index there.
 */
export class SearchThreads {
  #thread: SearchThread | undefined;
  #lastIndex = 0;
  #isClosed = false;

  /** Open an index file. @throws Error when it is damaged or missing */
  async open(file: string): Promise<SearchIndex> {
    let opened = this.#openFile(file);
    const facts = await opened.facts;
    const call = async <Method extends IndexMethod>(
      wanted: IndexCall & { method: Method },
      signal?: AbortSignal,
    ): Promise<Awaited<ReturnType<SearchIndex[Method]>>> => {
      if (opened.isLost()) opened = this.#openFile(file);
      const { thread, index } = opened;
      await opened.facts;
      return thread.query(index, wanted, signal) as Promise<Awaited<ReturnType<SearchIndex[Method]>>>;
    };
    return {
      facts,
      search: (options, meaning, signal) =>
        call({ method: 'search', parameters: [options, meaning] }, signal),
      contentWords: (query, language) => call({ method: 'contentWords', parameters: [query, language] }),
      findPages: (addresses) => call({ method: 'findPages', parameters: [addresses] }),
      pagePaths: (range) => call({ method: 'pagePaths', parameters: [range] }),
      readSections: (wanted) => call({ method: 'readSections', parameters: [wanted] }),
      close: () => opened.thread.closeIndex(opened.index),
    };
  }

  /** End the thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.calls[Symbol.asyncDispose]();
  }

  #openFile(file: string): OpenedFile {
    if (this.#isClosed) throw new Error('The search engine is closed');
    if (!this.#thread || this.#thread.calls.hasEnded) this.#thread = new SearchThread();
    const thread = this.#thread;
    const index = ++this.#lastIndex;
    const facts = thread.calls.call('open', index, file);
    let hasFailed = false;
    facts.catch(() => (hasFailed = true));
    return { thread, index, facts, isLost: () => hasFailed || thread.calls.hasEnded };
  }
}

/** A worker thread that searches one query at a time, so that no search holds up the streams of the main thread. */
class SearchThread {
  readonly calls = new WorkerCalls<SearchCalls>('search-worker', import.meta.url, {
    endMessage: 'The search thread was stopped',
  });
  #queue: Promise<unknown> = Promise.resolve();

  /** Make a call after those before. @throws Error when it fails, or the reason of a signal that was aborted while it waited */
  query(index: number, call: IndexCall, signal?: AbortSignal): Promise<unknown> {
    const result = this.#queue.then(() => {
      signal?.throwIfAborted();
      return this.calls.call('query', index, call);
    });
    this.#queue = result.catch(() => {});
    return result;
  }

  async closeIndex(index: number): Promise<void> {
    if (!this.calls.hasEnded) await this.calls.call('close', index);
  }
}
