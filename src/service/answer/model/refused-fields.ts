import { fetchOnOrigin, RefusedRedirect } from '../../fetch-on-origin.ts';
import { ModelFailure } from './model-failure.ts';

type Body = Readonly<Record<string, unknown>>;

/** A change of the request for endpoints that refuse it. */
interface Concession {
  /** The error text that asks for it. */
  asked: RegExp;
  /** Return the changed body. @returns `null` if there is nothing to change */
  apply(body: Body): Body | null;
}

/** Statuses of endpoints that refuse a field. llama.cpp answers tools with 500, and a router has no endpoint (404) for them. */
const REFUSALS = new Set([400, 422]);
const TOOL_REFUSALS = new Set([...REFUSALS, 404, 500, 501]);

const withoutUsage = omit('stream_options');
const withoutTools = omit('tools', 'tool_choice');

/** The first that fits is tried first. The last two are for errors that do not name the field. */
const CONCESSIONS: readonly Concession[] = [
  { asked: /max_completion_tokens/, apply: renameMaxTokens },
  { asked: /temperature/, apply: omit('temperature') },
  { asked: /tool/i, apply: withoutTools },
  { asked: /stream_options/, apply: withoutUsage },
  { asked: /^/, apply: withoutUsage },
  { asked: /^/, apply: withoutTools },
];

/**
 * Return a `fetch` that repeats a refused request without the optional field that was refused: counting of tokens in a stream
 * (`stream_options`), tools, `temperature`, or `max_tokens` where that has a new name. Later requests omit it at once.
 */
export function fetchWithoutRefused(): typeof globalThis.fetch {
  let made: readonly Concession[] = [];
  const fetch = fetchModel();
  return async (input, init) => {
    if (typeof init?.body !== 'string') return fetch(input, init);
    let body = JSON.parse(init.body) as Body;
    for (const { apply } of made) body = apply(body) ?? body;
    const tried = [...made];
    for (;;) {
      const response = limitBody(await fetch(input, { ...init, body: JSON.stringify(body) }));
      if (response.ok) {
        made = tried;
        return response;
      }
      if (!TOOL_REFUSALS.has(response.status)) return response;
      const text = await response.text();
      const next = findConcession(response.status, text, body);
      if (next === null) return new Response(text, response);
      tried.push(next.concession);
      body = next.body;
    }
  };
}

/** Return a `fetch` that stays on the origin of the endpoint. */
function fetchModel(): typeof globalThis.fetch {
  const fetch = fetchOnOrigin();
  return async (input, init) => {
    try {
      return await fetch(input, init);
    } catch (error) {
      throw error instanceof RefusedRedirect ? new ModelFailure('rejected', error) : error;
    }
  };
}

function findConcession(
  status: number,
  text: string,
  body: Body,
): { concession: Concession; body: Body } | null {
  const isRefusal = REFUSALS.has(status) || (body['tools'] !== undefined && /tool/i.test(text));
  if (!isRefusal) return null;
  for (const concession of CONCESSIONS) {
    const changed = concession.asked.test(text) ? concession.apply(body) : null;
    if (changed !== null) return { concession, body: changed };
  }
  return null;
}

function omit(...fields: readonly string[]): Concession['apply'] {
  return (body) => {
    if (!fields.some((field) => field in body)) return null;
    return Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)));
  };
}

/** The name of the field for models of OpenAI that reason. */
function renameMaxTokens(body: Body): Body | null {
  const { max_tokens: tokens, ...rest } = body;
  return tokens === undefined ? null : { ...rest, max_completion_tokens: tokens };
}

/** Maximum number of bytes of a response of a language model: some 50,000 pieces with what is around them. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** Return a response whose body fails beyond `maxBytes`, because readers of event streams buffer a line of any length. */
function limitBody(response: Response, maxBytes = MAX_RESPONSE_BYTES): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new ModelFailure('invalid'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(limit), response);
}
