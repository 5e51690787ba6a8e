import type { StoredVector, UnknownText, VectorStore } from '../storage/vector-store.ts';
import type { DocsIndex } from './docs-index.ts';
import { embedTexts } from '../embedding/embed-texts.ts';
import type { Embedder } from '../embedding/embedder.ts';
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
