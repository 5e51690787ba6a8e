import type { StoredVectors, UnknownText, VectorStore } from '../storage/vector-store.ts';
import type { DocsIndex } from './docs-index.ts';
import type { Embedder, Passage } from '../models/embedder.ts';
import { passageOf } from './section-passage.ts';
import { Readable } from 'node:stream';

/** Texts per write to the store. */
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
  let group: StoredVectors[] = [];
  const keep = () => {
    store.write(group);
    done += group.length;
    group = [];
    onProgress(done);
  };
  for await (const { item, vectors } of embedPassages(
    texts,
    ({ section }) => passageAt(index, section),
    embedder,
    signal,
  )) {
    for (const vector of vectors) {
      length ??= vector.length;
      if (vector.length !== length) {
        throw new Error('The embedding model answered with vectors of different lengths');
      }
    }
    group.push({ hash: item.hash, vectors });
    if (group.length === GROUP_SIZE) keep();
  }
  if (group.length > 0) keep();
}

function passageAt(index: DocsIndex, number: number): Passage {
  const section = index.section(number);
  return passageOf(section, section);
}

/**
 * Embed the passages of items, in batches of the size that the model takes.
 *
 * @returns each item with its vectors, in order
 * @throws Error when the model fails or `signal` is aborted
 */
export async function* embedPassages<Item>(
  items: readonly Item[],
  passageOf: (item: Item) => Passage,
  embedder: Embedder,
  signal: AbortSignal,
): AsyncGenerator<{ item: Item; vectors: readonly Float32Array[] }> {
  const { batchSize, concurrency } = embedder;
  const batches = Array.from({ length: Math.ceil(items.length / batchSize) }, (_, at) =>
    items.slice(at * batchSize, (at + 1) * batchSize),
  );
  const embedBatch = async (batch: Item[]) => ({
    batch,
    vectors: await embedder.embedPassages(batch.map(passageOf), { signal }),
  });
  for await (const done of Readable.from(batches).map(embedBatch, { concurrency, signal })) {
    const { batch, vectors } = done as Awaited<ReturnType<typeof embedBatch>>;
    for (const [at, item] of batch.entries()) yield { item, vectors: vectors[at]! };
  }
}
