import type { StoredVector, VectorStore } from '../storage/vector-store.ts';
import type { DocsIndex } from './docs-index.ts';
import type { Embedder } from './embedder.ts';
import { embeddingText, textHash } from './embedding-text.ts';

/** Vectors are written to the store and told in groups of this many. */
const GROUP_SIZE = 64;

/** Gives the sections whose text was embedded before their vectors, and tells the others. */
export function readKnownVectors(
  index: DocsIndex,
  store: VectorStore,
): { section: number; hash: Uint8Array }[] {
  return index.withoutVector().filter(({ section, hash }) => {
    const vector = store.read(hash);
    if (vector) index.setVector(section, vector);
    return !vector;
  });
}

/**
 * Gives every section of an index its vector: from the store where its text is known, else from the model.
 *
 * @throws Error when the model fails; what is done until then is kept.
 */
export async function embedSections(
  index: DocsIndex,
  embedder: Embedder,
  store: VectorStore,
  onProgress: () => void,
  signal: AbortSignal,
): Promise<void> {
  const sectionsOf = new Map<string, number[]>();
  for (const { section, hash } of readKnownVectors(index, store)) {
    const key = Buffer.from(hash).toString('hex');
    sectionsOf.set(key, [...(sectionsOf.get(key) ?? []), section]);
  }
  onProgress();

  const todo = [...sectionsOf.values()];
  for (let at = 0; at < todo.length; at += GROUP_SIZE) {
    const group = todo.slice(at, at + GROUP_SIZE);
    const vectors: StoredVector[] = [];
    for (let from = 0; from < group.length; from += embedder.batchSize) {
      signal.throwIfAborted();
      const texts = group.slice(from, from + embedder.batchSize).map(([section]) => textOf(index, section!));
      const embedded = await embedder.embed(texts, { signal });
      vectors.push(...embedded.map((vector, i) => ({ hash: textHash(texts[i]!), vector })));
    }
    // The index may have been closed while the model was at work.
    signal.throwIfAborted();
    store.write(vectors);
    for (const [i, sections] of group.entries()) {
      for (const section of sections) index.setVector(section, vectors[i]!.vector);
    }
    onProgress();
  }
}

function textOf(index: DocsIndex, number: number): string {
  const section = index.section(number);
  return embeddingText(section, section);
}
