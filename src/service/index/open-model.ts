import type { Embedder } from './embedder.ts';
import { defaultEmbeddingModel, openEmbedder, type EmbeddingModelOptions } from './open-embedder.ts';

/** The model that tells what texts mean, or why there is none. */
export type OpenedModel = { embedder: Embedder } | { embedder: null; note: string };

/**
 * Opens the embedding model. Without one, sections are found by their words only: that is told, and no failure.
 *
 * @param options `undefined`: what the environment names, else what is there
 * @param dataDir data folder of the service, in which a model may have been put
 */
export async function openModel(
  options: EmbeddingModelOptions | null | undefined,
  dataDir: string | null = null,
): Promise<OpenedModel> {
  const chosen = options === undefined ? defaultEmbeddingModel(dataDir) : options;
  if (chosen === null) {
    return {
      embedder: null,
      note:
        options === null
          ? 'No embedding model is configured: sections are found by their words only.'
          : 'There is no embedding model: sections are found by their words only. "docs-assistant model fetch" gets one.',
    };
  }
  try {
    return { embedder: await openEmbedder(chosen) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { embedder: null, note: `Sections are found by their words only: ${reason}` };
  }
}
