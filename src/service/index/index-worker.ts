import { explainWriteFailure } from '../storage/write-failure.ts';
import { VectorStore } from '../storage/vector-store.ts';
import { emitEvent, serveCalls } from '../worker-calls.ts';
import { buildIndex } from './build-index.ts';
import type { IndexCalls } from './index-thread.ts';

serveCalls<IndexCalls>({
  read: (options) => buildIndex(options, emitEvent).catch(explain),
  findUnknownTexts: ({ target, before, store, space }) =>
    withStore(store, space, (vectors) => {
      const texts = vectors.unknownTexts(target);
      if (texts.length === 0 || before === null) return texts;
      // Import the vectors of the previous index, which another machine may have built.
      vectors.importFrom(before);
      return vectors.unknownTexts(target);
    }),
  exportVectors: ({ target, store, space, failure }) =>
    withStore(store, space, (vectors) => vectors.exportTo(target, failure)),
});

function withStore<Result>(path: string, space: string, use: (store: VectorStore) => Result): Result {
  try {
    const store = VectorStore.open(path, space);
    try {
      return use(store);
    } finally {
      store.close();
    }
  } catch (error) {
    throw explainWriteFailure(error);
  }
}

function explain(error: unknown): never {
  throw explainWriteFailure(error);
}
