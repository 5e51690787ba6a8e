import type { Embedder } from './embedder.ts';
import { defaultEmbeddingModel, openEmbedder, type EmbeddingModelOptions } from './open-embedder.ts';

/** The model that tells what texts mean, or why there is none. */
export type OpenedModel = { embedder: Embedder } | { embedder: null; note: string };

/** Which model to open; a promise while it is being fetched. `null`: none is wanted. */
export type EmbeddingModelChoice = EmbeddingModelOptions | null | Promise<EmbeddingModelOptions | null>;

/**
 * Open the embedding model. Without one, sections are found by their words only: that is told, and no failure.
 *
 * @param choice `undefined`: what the environment names, else what is there
 * @param dataDir data folder of the service, in which a model may have been put
 */
export async function openModel(
  choice: EmbeddingModelChoice | undefined,
  dataDir: string | null = null,
): Promise<OpenedModel> {
  try {
    const chosen = choice === undefined ? defaultEmbeddingModel(dataDir) : await choice;
    if (chosen !== null) return { embedder: await openEmbedder(chosen) };
    return {
      embedder: null,
      note:
        choice === undefined
          ? 'There is no embedding model: "docs-assistant model fetch" gets one.'
          : 'No embedding model is configured.',
    };
  } catch (error) {
    return { embedder: null, note: error instanceof Error ? error.message : String(error) };
  }
}
