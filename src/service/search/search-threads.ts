import type { IndexFacts } from '../../engine/sections/index-facts.ts';
import type { SearchIndex } from '../../engine/ranking/search-index.ts';
import { SearchThread, type IndexCall } from './search-thread.ts';

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
    const call = async (wanted: IndexCall, signal?: AbortSignal): Promise<unknown> => {
      if (opened.isLost()) opened = this.#openFile(file);
      const { thread, index } = opened;
      await opened.facts;
      return thread.call(index, wanted, signal);
    };
    return {
      facts,
      search: (options, meaning, signal) =>
        call({ method: 'search', parameters: [options, meaning] }, signal) as ReturnType<
          SearchIndex['search']
        >,
      contentWords: (query, language) =>
        call({ method: 'contentWords', parameters: [query, language] }) as ReturnType<
          SearchIndex['contentWords']
        >,
      findPages: (addresses) =>
        call({ method: 'findPages', parameters: [addresses] }) as ReturnType<SearchIndex['findPages']>,
      pagePaths: (range) =>
        call({ method: 'pagePaths', parameters: [range] }) as ReturnType<SearchIndex['pagePaths']>,
      close: () => opened.thread.closeIndex(opened.index),
    };
  }

  /** End the thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.close();
  }

  #openFile(file: string): OpenedFile {
    if (this.#isClosed) throw new Error('The search engine is closed');
    if (!this.#thread || this.#thread.hasEnded) this.#thread = new SearchThread();
    const thread = this.#thread;
    const index = ++this.#lastIndex;
    const facts = thread.open(index, file);
    let hasFailed = false;
    facts.catch(() => (hasFailed = true));
    return { thread, index, facts, isLost: () => hasFailed || thread.hasEnded };
  }
}
