import { setTimeout as delay } from 'node:timers/promises';
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
/** How often a request is sent when the server is busy or broken. */
const ATTEMPTS = 4;
/** Wait before the second attempt, in milliseconds; it doubles from then on. */
const FIRST_WAIT_MILLISECONDS = 500;
/** Longest wait that a server may ask for, in milliseconds. */
const MAX_WAIT_MILLISECONDS = 30_000;
/** Largest answer that is read, in bytes: 64 vectors of 4,096 numbers as JSON are 6 MB. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Embeds with an OpenAI-compatible server. Its errors never tell the key or what the server said. */
export function openEndpointEmbedder(options: EndpointEmbedderOptions): Embedder {
  const { name, key, headers, fetch = globalThis.fetch } = options;
  const url = `${options.url.replace(/\/+$/, '').replace(/\/embeddings$/, '')}/embeddings`;
  const closed = new AbortController();

  const post = (texts: readonly string[], signal: AbortSignal) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key && { authorization: `Bearer ${key}` }),
        ...headers,
      },
      body: JSON.stringify({ model: name, input: texts, encoding_format: 'float' }),
      redirect: 'error',
      signal,
    });

  return {
    name,
    space: `endpoint:${url} ${name}`,
    isEnglishOnly: false,
    batchSize: BATCH_SIZE,
    concurrency: 1,
    async embed(texts, { signal } = {}) {
      for (let attempt = 1; ; attempt++) {
        const signals = [
          closed.signal,
          AbortSignal.timeout(REQUEST_MILLISECONDS),
          ...(signal ? [signal] : []),
        ];
        const response = await post(texts, AbortSignal.any(signals)).catch((error: unknown) => {
          if (attempt < ATTEMPTS && !closed.signal.aborted && !signal?.aborted) return null;
          throw new Error('The embeddings endpoint cannot be reached', { cause: error });
        });
        if (response?.ok) return readVectors(await readBody(response), texts.length);
        await response?.body?.cancel();
        const isPassing = !response || response.status === 429 || response.status >= 500;
        if (!isPassing || attempt === ATTEMPTS) {
          throw new Error(`The embeddings endpoint answered with status ${response?.status}`);
        }
        await delay(waitBefore(attempt, response), undefined, { signal: closed.signal });
      }
    },
    async close() {
      closed.abort();
    },
  };
}

function waitBefore(attempt: number, response: Response | null): number {
  const seconds = Number(response?.headers.get('retry-after') ?? NaN);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : FIRST_WAIT_MILLISECONDS * 2 ** (attempt - 1);
  return Math.min(Math.max(wait, 0), MAX_WAIT_MILLISECONDS);
}

async function readBody(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('The embeddings endpoint answered with too much');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw new Error('The embeddings endpoint answered with something that is no JSON', { cause: error });
  }
}

function readVectors(body: unknown, count: number): Float32Array[] {
  const { data } = (body ?? {}) as { data?: { index?: unknown; embedding?: unknown }[] };
  if (!Array.isArray(data) || data.length !== count) {
    throw new Error('The embeddings endpoint answered with another number of vectors');
  }
  const vectors: Float32Array[] = [];
  for (const [at, { index = at, embedding }] of data.entries()) {
    if (!Array.isArray(embedding) || embedding.length === 0) {
      throw new Error('The embeddings endpoint answered with something that is no vector');
    }
    vectors[Number(index)] = normalize(Float32Array.from(embedding as number[]));
  }
  if (vectors.length !== count || vectors.includes(undefined as never)) {
    throw new Error('The embeddings endpoint answered with vectors of other texts');
  }
  return vectors;
}
