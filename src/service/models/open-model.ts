import { type Embedder, meterEmbedder, type EmbeddingCall } from './embedder.ts';
import { defaultEmbeddingModel, openEmbedder, type EmbeddingModelOptions } from './open-embedder.ts';

/** The embedding model, or the reason why there is none. */
export type OpenedModel = { embedder: Embedder } | { embedder: null; note: string };

/** The model to open; a promise while it is being downloaded. `null`: none. */
export type EmbeddingModelChoice = EmbeddingModelOptions | null | Promise<EmbeddingModelOptions | null>;

/**
 * Open the embedding model. A missing model is not an error: search is then by words only, and the note tells users why.
 *
 * @param choice `undefined`: that of the environment, else a downloaded one
 * @param dataDir data folder of the service, which may contain a model
 * @param onCall called with each call of the model when it has ended
 */
export async function openModel(
  choice: EmbeddingModelChoice | undefined,
  dataDir: string | null = null,
  onCall: (call: EmbeddingCall) => void = () => {},
): Promise<OpenedModel> {
  try {
    const chosen = choice === undefined ? defaultEmbeddingModel(dataDir) : await choice;
    if (chosen !== null) return { embedder: meterEmbedder(await openEmbedder(chosen), onCall) };
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
