import { readBytes } from '../../protocol/read-bytes.ts';
import { loadOptional } from '../optional-package.ts';
import type { Embedder } from './embedder.ts';
import { normalize } from './embedder.ts';

export interface EndpointEmbedderOptions {
  /** Base address of an OpenAI-compatible API: `https://api.example.com/v1`. */
  url: string;
  /** Name of the model. */
  name: string;
  key?: string;
  /** More headers for every request. */
  headers?: Record<string, string>;
  fetch?: typeof fetch;
}

/** Texts in one request: what every known server takes. */
const BATCH_SIZE = 64;
/** How long one request may take, in milliseconds. */
const REQUEST_MILLISECONDS = 60_000;
/** How often a request is repeated when the server is busy, broken or out of reach; with backoff, or after its `Retry-After`. */
const RETRIES = 3;
/** Largest answer that is read, in bytes: 64 vectors of 4,096 numbers as JSON are 6 MB. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * Embed with an OpenAI-compatible server. Its errors hold neither the key nor what the server said.
 *
 * @throws Error that says what to install when a package is missing
 */
export async function openEndpointEmbedder(options: EndpointEmbedderOptions): Promise<Embedder> {
  const [{ APICallError, embedMany, RetryError }, { createOpenAICompatible }] = await loadOptional(
    'Embedding with an endpoint',
    ['ai', '@ai-sdk/openai-compatible'],
    () => Promise.all([import('ai'), import('@ai-sdk/openai-compatible')]),
  );
  const { name, key, headers, fetch = globalThis.fetch } = options;
  const baseURL = options.url.replace(/\/+$/, '').replace(/\/embeddings$/, '');
  const model = createOpenAICompatible({
    name: 'docs-embeddings',
    baseURL,
    ...(key && { apiKey: key }),
    ...(headers && { headers }),
    fetch: limitAnswers(fetch),
  }).embeddingModel(name);
  const closed = new AbortController();

  function explain(error: unknown): Error {
    const last = RetryError.isInstance(error) ? error.lastError : error;
    if (!APICallError.isInstance(last)) return last instanceof Error ? last : new Error(String(last));
    const { statusCode } = last;
    // The error itself holds the texts, and what the server said.
    if (statusCode === undefined) {
      return new Error('The embeddings endpoint cannot be reached: check its address.', {
        cause: last.cause,
      });
    }
    if (statusCode < 300)
      return new Error('The embeddings endpoint answered with something that is no vectors.');
    return new Error(`The embeddings endpoint answered with status ${statusCode}${adviceFor(statusCode)}`);
  }

  return {
    name,
    space: `endpoint:${baseURL}/embeddings ${name}`,
    isEnglishOnly: false,
    batchSize: BATCH_SIZE,
    concurrency: 1,
    async embed(texts, { signal, isQuery = false } = {}) {
      const stopped = signal ? AbortSignal.any([closed.signal, signal]) : closed.signal;
      try {
        const { embeddings, responses } = await embedMany({
          model,
          values: [...texts],
          // A visitor does not wait for a second attempt.
          maxRetries: isQuery ? 0 : RETRIES,
          abortSignal: stopped,
        });
        return inOrder(embeddings, responses?.[0]?.body).map(toVector);
      } catch (error) {
        stopped.throwIfAborted();
        throw explain(error);
      }
    },
    async close() {
      closed.abort(new Error('The embedding model was stopped'));
    },
  };
}

/** Give every request a time limit and every answer one of its size, and follow no redirect: it would take the key elsewhere. */
function limitAnswers(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const timeout = AbortSignal.timeout(REQUEST_MILLISECONDS);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      const response = await fetch(input, { ...init, redirect: 'error', signal });
      const bytes = await readBytes(response.body, MAX_ANSWER_BYTES);
      if (bytes === null) throw new Error('The embeddings endpoint answered with too much.');
      return new Response(bytes.length > 0 ? bytes : null, response);
    } catch (error) {
      // `ai` repeats what failed like this, and takes a timeout for the wish of the caller.
      if (timeout.aborted) throw new TypeError('fetch failed', { cause: error });
      throw error;
    }
  };
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return ': check its key.';
  if (status === 404) return ': check its address and the name of the model.';
  return status === 429 || status >= 500 ? ': the next update asks it again.' : '.';
}

/** Put vectors in the order of their texts by the `index` of the answer, which `embedMany` does not read. */
function inOrder(embeddings: readonly number[][], body: unknown): number[][] {
  const { data } = body as { data: { index?: unknown }[] };
  const ordered: number[][] = [];
  for (const [at, { index = at }] of data.entries()) ordered[Number(index)] = embeddings[at]!;
  if (ordered.length !== embeddings.length || ordered.includes(undefined as never)) {
    throw new Error('The embeddings endpoint answered with vectors of other texts.');
  }
  return ordered;
}

function toVector(embedding: readonly number[]): Float32Array {
  if (embedding.length === 0) throw new Error('The embeddings endpoint answered with an empty vector.');
  return normalize(Float32Array.from(embedding));
}
