import type { StoredVector, UnknownText, VectorStore } from '../storage/vector-store.ts';
import type { DocsIndex } from './docs-index.ts';
import type { Embedder } from './embedder.ts';
import { embeddingText } from './embedding-text.ts';

/** Vectors are written to the store and told in groups of this many. */
const GROUP_SIZE = 64;

/**
 * Has the model make the vectors of texts and keeps them in the store, group by group.
 *
 * @param onProgress hears how many are done
 * @throws Error when the model fails; what is done until then is kept.
 */
export async function embedSections(
  index: DocsIndex,
  texts: readonly UnknownText[],
  embedder: Embedder,
  store: VectorStore,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let length: number | undefined;
  for (let at = 0; at < texts.length; at += GROUP_SIZE) {
    const group = texts.slice(at, at + GROUP_SIZE);
    const vectors: StoredVector[] = [];
    for (let from = 0; from < group.length; from += embedder.batchSize) {
      signal.throwIfAborted();
      const batch = group.slice(from, from + embedder.batchSize);
      const embedded = await embedder.embed(
        batch.map(({ section }) => textOf(index, section)),
        { signal },
      );
      for (const [i, vector] of embedded.entries()) {
        length ??= vector.length;
        if (vector.length !== length) {
          throw new Error('The embedding model answered with vectors of different lengths');
        }
        vectors.push({ hash: batch[i]!.hash, vector });
      }
    }
    signal.throwIfAborted();
    store.write(vectors);
    onProgress(at + group.length);
  }
}

function textOf(index: DocsIndex, number: number): string {
  const section = index.section(number);
  return embeddingText(section, section);
}
