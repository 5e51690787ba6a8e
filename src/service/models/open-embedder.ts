import type { Embedder } from './embedder.ts';
import { openEndpointEmbedder } from './endpoint-embedder.ts';
import type { EndpointEmbedderOptions } from './endpoint-embedder.ts';
import { openLocalEmbedder } from './local-embedder.ts';
import { ENGLISH } from './known-models.ts';
import { findModel, type Environment } from './model-folders.ts';

/** An embedding model: in a folder of this machine, or behind an OpenAI-compatible endpoint. */
export type EmbeddingModelOptions = { folder: string } | EndpointEmbedderOptions;

/**
 * Return the model to use without an option: that of the environment, `DOCS_EMBEDDINGS_URL` with `DOCS_EMBEDDINGS_NAME` and
 * `DOCS_EMBEDDINGS_KEY`, else the folder `DOCS_EMBEDDINGS_FOLDER`; else the one downloaded into the data folder or for this user.
 * `null`: none.
 */
export function defaultEmbeddingModel(
  dataDir: string | null,
  environment: Environment = process.env,
): EmbeddingModelOptions | null {
  const { DOCS_EMBEDDINGS_URL: url, DOCS_EMBEDDINGS_NAME: name, DOCS_EMBEDDINGS_KEY: key } = environment;
  if (url) return { url, name: name || 'text-embedding-3-small', ...(key && { key }) };
  if (environment.DOCS_EMBEDDINGS_FOLDER) return { folder: environment.DOCS_EMBEDDINGS_FOLDER };
  const folder = findModel(ENGLISH, dataDir, environment);
  return folder === null ? null : { folder };
}

/** Open a model. @throws Error when a local model cannot be loaded, with the missing file */
export async function openEmbedder(options: EmbeddingModelOptions): Promise<Embedder> {
  return 'folder' in options ? openLocalEmbedder(options.folder) : openEndpointEmbedder(options);
}
