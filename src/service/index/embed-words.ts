import type { StoredWord, VectorStore } from '../storage/vector-store.ts';
import type { Embedder } from './embedder.ts';
import { toSmallVector } from './word-vectors.ts';

/** Vectors are written to the store in groups of this many. */
const GROUP_SIZE = 256;

/**
 * Has the model make the vectors of words and keeps them in the store, group by group.
 *
 * @throws Error when the model fails; what is done until then is kept.
 */
export async function embedWords(
  words: readonly string[],
  embedder: Embedder,
  store: VectorStore,
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; at < words.length; at += GROUP_SIZE) {
    const vectors: StoredWord[] = [];
    const group = words.slice(at, at + GROUP_SIZE);
    // In batches, so that a query need not wait for the whole group.
    for (let from = 0; from < group.length; from += embedder.batchSize) {
      signal.throwIfAborted();
      const batch = group.slice(from, from + embedder.batchSize);
      const embedded = await embedder.embed(batch, { signal });
      vectors.push(...batch.map((word, i) => ({ word, vector: toSmallVector(embedded[i]!) })));
    }
    signal.throwIfAborted();
    store.writeWords(vectors);
  }
}
