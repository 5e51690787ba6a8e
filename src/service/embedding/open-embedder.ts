import type { Embedder } from './embedder.ts';
import { openEndpointEmbedder } from './endpoint-embedder.ts';
import type { EndpointEmbedderOptions } from './endpoint-embedder.ts';
import { openLocalEmbedder } from './local-embedder.ts';
import { findModel, type Environment } from './model-folders.ts';

/** Where the meaning of a text comes from: a model in a folder of this machine or an OpenAI-compatible endpoint. */
export type EmbeddingModelOptions = { folder: string } | EndpointEmbedderOptions;

/**
 * The model that is there without an option: the one that the environment names, `DOCS_EMBEDDINGS_URL` with `DOCS_EMBEDDINGS_NAME` and `DOCS_EMBEDDINGS_KEY`, else the
 * folder `DOCS_EMBEDDINGS_FOLDER`; else the one that was fetched into the data folder or for this user. `null`: none.
 */
export function defaultEmbeddingModel(
  dataDir: string | null,
  environment: Environment = process.env,
): EmbeddingModelOptions | null {
  const { DOCS_EMBEDDINGS_URL: url, DOCS_EMBEDDINGS_NAME: name, DOCS_EMBEDDINGS_KEY: key } = environment;
  if (url) return { url, name: name || 'text-embedding-3-small', ...(key && { key }) };
  if (environment.DOCS_EMBEDDINGS_FOLDER) return { folder: environment.DOCS_EMBEDDINGS_FOLDER };
  const folder = findModel(dataDir, environment);
  return folder === null ? null : { folder };
}

/** @throws Error when a local model cannot be loaded; it says what is missing. */
export async function openEmbedder(options: EmbeddingModelOptions): Promise<Embedder> {
  return 'folder' in options ? openLocalEmbedder(options.folder) : openEndpointEmbedder(options);
}
