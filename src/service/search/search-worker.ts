import type { SearchIndex } from '../../engine/ranking/search-index.ts';
import { serveCalls } from '../worker-calls.ts';
import { openIndexInMemory } from './embedded-index.ts';
import type { SearchCalls } from './search-threads.ts';

const indexes = new Map<number, SearchIndex>();

serveCalls<SearchCalls>({
  async open(index, file) {
    const opened = await openIndexInMemory(file);
    indexes.set(index, opened);
    return opened.facts;
  },
  query(index, { method, parameters }) {
    const opened = indexes.get(index)!;
    return (opened[method] as (...values: typeof parameters) => Promise<unknown>)(...parameters);
  },
  async close(index) {
    await indexes.get(index)?.close();
    indexes.delete(index);
  },
});
