import { createHash } from 'node:crypto';
import type { Embedder } from '../../service/models/embedder.ts';
import type { StoredVectors, VectorStore } from '../../service/storage/vector-store.ts';
import { matrixOf, type DenseMatrix } from './dense-matrix.ts';

/** Texts that are embedded between two writes to the store. */
const GROUP_SIZE = 256;
/** Bytes of the SHA-256 that are kept, as for sections. */
const HASH_BYTES = 16;

/** The model cannot embed the texts. */
export class EmbeddingFailure extends Error {
  override readonly name = 'EmbeddingFailure';
}

/** Texts of a build and their vectors, which stay on disk for the next build. */
export class TextVectors {
  readonly #embedder: Embedder;
  readonly #store: VectorStore;
  readonly #used: Uint8Array[] = [];

  constructor(embedder: Embedder, store: VectorStore) {
    this.#embedder = embedder;
    this.#store = store;
  }

  /**
   * Return the vectors that the model has for texts, as if they were queries.
   *
   * @throws EmbeddingFailure when the model fails
   */
  async embed(
    texts: readonly string[],
    { onProgress, signal }: { onProgress: (done: number) => void; signal: AbortSignal },
  ): Promise<DenseMatrix> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += GROUP_SIZE) {
      vectors.push(...(await this.#embedGroup(texts.slice(from, from + GROUP_SIZE), signal)));
      onProgress(vectors.length);
    }
    const columns = vectors[0]?.length ?? 0;
    if (vectors.some(({ length }) => length !== columns)) {
      throw new EmbeddingFailure('The embedding model answered with vectors of different lengths');
    }
    return matrixOf(vectors, columns);
  }

  /** Delete the vectors of texts that this build had no use for. */
  forgetOthers(): void {
    this.#store.keepOnly(this.#used);
  }

  async #embedGroup(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const hashes = texts.map((text) => createHash('sha256').update(text).digest().subarray(0, HASH_BYTES));
    this.#used.push(...hashes);
    const known = hashes.map((hash) => this.#store.read(hash)?.[0]);
    const missing = texts.flatMap((_, at) => (known[at] ? [] : [at]));
    try {
      await this.#embedMissing(texts, known, signal);
    } catch (error) {
      throw new EmbeddingFailure(error instanceof Error ? error.message : String(error), { cause: error });
    }
    this.#store.write(missing.map((at): StoredVectors => ({ hash: hashes[at]!, vectors: [known[at]!] })));
    return known.map((vector) => vector!);
  }

  async #embedMissing(
    texts: readonly string[],
    known: (Float32Array | undefined)[],
    signal: AbortSignal,
  ): Promise<void> {
    const missing = texts.flatMap((_, at) => (known[at] ? [] : [at]));
    const { batchSize, concurrency } = this.#embedder;
    const portion = batchSize * concurrency;
    for (let from = 0; from < missing.length; from += portion) {
      signal.throwIfAborted();
      const places = missing.slice(from, from + portion);
      const batches = Array.from({ length: Math.ceil(places.length / batchSize) }, (_, at) =>
        places.slice(at * batchSize, (at + 1) * batchSize),
      );
      await Promise.all(
        batches.map(async (batch) => {
          const queries = batch.map((at) => texts[at]!);
          const found = await this.#embedder.embedQueries(queries, { signal, isCalibration: true });
          for (const [place, at] of batch.entries()) known[at] = found[place]!;
        }),
      );
    }
  }
}
