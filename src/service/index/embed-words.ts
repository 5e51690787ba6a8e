import type { StoredWord, VectorStore } from '../storage/vector-store.ts';
import { embedTexts } from './embed-texts.ts';
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
  let group: StoredWord[] = [];
  for await (const { item, vector } of embedTexts(words, (word) => word, embedder, signal)) {
    group.push({ word: item, vector: toSmallVector(vector) });
    if (group.length < GROUP_SIZE) continue;
    store.writeWords(group);
    group = [];
  }
  store.writeWords(group);
}
