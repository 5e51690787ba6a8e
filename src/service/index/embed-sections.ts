import type { StoredVector, UnknownText, VectorStore } from '../storage/vector-store.ts';
import type { DocsIndex } from './docs-index.ts';
import { embedTexts } from '../embedding/embed-texts.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { embeddingText } from './embedding-text.ts';

/** Vectors per write to the store. */
const GROUP_SIZE = 64;

/**
 * Embed texts and write their vectors to the store, in groups.
 *
 * @param onProgress called with the number of texts done
 * @throws Error when the model fails; finished groups stay in the store
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
  let done = 0;
  let group: StoredVector[] = [];
  const keep = () => {
    store.write(group);
    done += group.length;
    group = [];
    onProgress(done);
  };
  for await (const { item, vector } of embedTexts(
    texts,
    ({ section }) => textOf(index, section),
    embedder,
    signal,
  )) {
    length ??= vector.length;
    if (vector.length !== length) {
      throw new Error('The embedding model answered with vectors of different lengths');
    }
    group.push({ hash: item.hash, vector });
    if (group.length === GROUP_SIZE) keep();
  }
  if (group.length > 0) keep();
}

function textOf(index: DocsIndex, number: number): string {
  const section = index.section(number);
  return embeddingText(section, section);
}
