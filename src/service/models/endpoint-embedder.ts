import type * as AiSdkModule from 'ai';
import { readBytes } from '../../protocol/read-bytes.ts';
import { fetchOnOrigin } from '../fetch-on-origin.ts';
import { loadOptional } from '../optional-package.ts';
import type { Embedder } from './embedder.ts';
import { normalize } from './embedder.ts';

export interface EndpointEmbedderOptions {
  /** Base address of an OpenAI-compatible API: `https://api.example.com/v1`. */
  url: string;
  /** Name of the model. */
  name: string;
  key?: string;
  /** Additional header fields. */
  headers?: Record<string, string>;
  fetch?: typeof fetch;
}

type AiSdk = typeof AiSdkModule;

/** Texts per request. Every known server accepts this many. */
const BATCH_SIZE = 64;
/** Timeout of one request, in milliseconds. */
const REQUEST_MILLISECONDS = 60_000;
/** Retries when the server is busy, broken or unreachable; with backoff, or after its `Retry-After`. */
const RETRIES = 3;
/** Maximum size of a response, in bytes: 64 vectors of 4,096 numbers as JSON are 6 MB. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * Embed with an OpenAI-compatible server. Errors contain neither the key nor text of the server.
 *
 * @throws Error with the command to install a missing package
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

  /** @param retries after a busy or broken answer */
  async function embed(
    texts: readonly string[],
    retries: number,
    signal: AbortSignal | undefined,
  ): Promise<Float32Array[]> {
    const stopped = signal ? AbortSignal.any([closed.signal, signal]) : closed.signal;
    try {
      const { embeddings, responses } = await embedMany({
        model,
        values: [...texts],
        maxRetries: retries,
        abortSignal: stopped,
      });
      return inOrder(embeddings, responses?.[0]?.body).map(toVector);
    } catch (error) {
      stopped.throwIfAborted();
      throw explainFailure(error, { APICallError, RetryError });
    }
  }

  return {
    name,
    space: `endpoint:${baseURL}/embeddings ${name}`,
    isEnglishOnly: false,
    batchSize: BATCH_SIZE,
    concurrency: 1,
    // No retry for a query, because a visitor is waiting.
    embedQueries: (queries, { signal, isCalibration = false } = {}) =>
      embed(queries, isCalibration ? RETRIES : 0, signal),
    // One vector each: the token limit of the endpoint is not known, and texts are short enough for every known one.
    embedPassages: async (passages, { signal } = {}) => {
      const texts = passages.map(({ place, text }) => `${place}\n${text}`);
      return (await embed(texts, RETRIES, signal)).map((vector) => [vector]);
    },
    async close() {
      closed.abort(new Error('The embedding model was stopped'));
    },
  };
}

/**
 * Limit the time of every request and the size of every response, and stay on the origin.
 */
function limitAnswers(given: typeof globalThis.fetch): typeof globalThis.fetch {
  const fetch = fetchOnOrigin(given);
  return async (input, init = {}) => {
    const timeout = AbortSignal.timeout(REQUEST_MILLISECONDS);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      const response = await fetch(input, { ...init, signal });
      const bytes = await readBytes(response.body, MAX_ANSWER_BYTES);
      if (bytes === null) throw new Error('The embeddings endpoint sent a response that is too large.');
      return new Response(bytes.length > 0 ? bytes : null, response);
    } catch (error) {
      // `ai` retries errors of this form, but takes a timeout for an abort by the caller.
      if (timeout.aborted) throw new TypeError('fetch failed', { cause: error });
      throw error;
    }
  };
}

/** Return an error without the original message, which contains the texts and the response. */
function explainFailure(
  error: unknown,
  { APICallError, RetryError }: Pick<AiSdk, 'APICallError' | 'RetryError'>,
): Error {
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (!APICallError.isInstance(last)) return last instanceof Error ? last : new Error(String(last));
  const { statusCode } = last;
  if (statusCode === undefined) {
    return new Error(
      `The embeddings endpoint ${new URL(last.url).origin} cannot be reached: check its address.`,
      {
        cause: last.cause,
      },
    );
  }
  if (statusCode < 300) return new Error('The embeddings endpoint answered with invalid vectors.');
  return new Error(`The embeddings endpoint answered with status ${statusCode}${adviceFor(statusCode)}`);
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return ': check its key.';
  if (status === 404) return ': check its address and the name of the model.';
  return status === 429 || status >= 500 ? ': the next update tries again.' : '.';
}

/** Sort vectors in the order of their texts by the `index` of the response, which `embedMany` ignores. */
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
