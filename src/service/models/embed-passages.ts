import { Readable } from 'node:stream';
import type { Embedder, Passage } from './embedder.ts';

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
