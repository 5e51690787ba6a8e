import type { AssistantRequest, SearchRequest } from '../protocol/api.ts';
import { endpointPath, type EndpointMatch } from '../protocol/endpoints.ts';
import { readBytes } from '../protocol/read-bytes.ts';
import { isRecord, parseJson } from '../protocol/record.ts';
import { RequestRefusal } from '../protocol/requests/request-refusal.ts';
import { readRetryAfter } from '../protocol/failures/retry-after.ts';
import type { ServerErrorCode } from '../protocol/failures/server-error.ts';
import { chainFilters } from './byte-filter.ts';
import { createErrorMask } from './error-mask.ts';
import { createKeyGuard, hasKey } from './key-guard.ts';
import type { ProxySettings } from './options.ts';
import { createRelay } from './relay.ts';

/** Largest answer of the endpoints that do not stream: fifty results of whole pages. */
const MAX_JSON_ANSWER_BYTES = 16_777_216;
const ANSWER_TYPES = ['text/event-stream', 'text/plain', 'application/json', 'application/x-ndjson'];
const STREAM_TYPES = new Set(['text/event-stream', 'application/x-ndjson']);
const STREAM_HEADERS = ['x-vercel-ai-data-stream', 'x-vercel-ai-ui-message-stream'];
/** What visitors may send along with a question. */
const THREAD_HEADERS = ['x-thread-id', 'x-thread-key'];
const THREAD_VALUE = /^[\x21-\x7e]{1,256}$/;
const LIMIT_VALUE = /^\d{1,15}$/;
/** Everything else that the upstream says about itself or about the visitor stays here. */
const PASSED_HEADERS: readonly (readonly [name: string, form: RegExp])[] = [
  ...[...THREAD_HEADERS, ...STREAM_HEADERS, 'x-message-id'].map((name) => [name, THREAD_VALUE] as const),
  ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map(
    (name) => [name, LIMIT_VALUE] as const,
  ),
];

/**
 * Sends a checked request on with the key and answers with what comes back.
 *
 * @throws RequestRefusal when the upstream failed, in the proxy's own words
 */
export async function callUpstream(
  settings: ProxySettings,
  request: Request,
  match: EndpointMatch,
  body: AssistantRequest | SearchRequest | null,
): Promise<Response> {
  const { operation } = match.endpoint;
  const key = settings.keys[match.endpoint.key]!;
  const keyGuard = createKeyGuard(key);
  const relay = createRelay(request.signal);
  let status: number | undefined;
  try {
    // Some platforms refuse a `fetch` that is called as a method of something else.
    const { fetch } = settings;
    const upstream = await relay.waitFor(
      fetch(...upstreamRequest(settings, request, match, body, relay.signal)),
      settings.timeouts.firstByte,
    );
    status = upstream.status;
    const mediaType = answerType(upstream);
    if (!upstream.ok || upstream.body === null || mediaType === null) {
      void upstream.body?.cancel().catch(() => {});
      throw refusalFor(upstream, isFollowUp(request, body));
    }
    const { idle, total } = settings.timeouts;
    if (operation === 'message') {
      const keepAlive = mediaType === 'text/event-stream' ? settings.keepAlive : null;
      const mask = createErrorMask({
        mediaType,
        isLabelled: STREAM_TYPES.has(mediaType) || STREAM_HEADERS.some((name) => upstream.headers.has(name)),
        onFailure: () => settings.onUpstreamFailure({ operation, code: 'upstream-failed', status: 200 }),
      });
      const filter = chainFilters(keyGuard ? [mask, keyGuard] : [mask]);
      const stream = relay.pass(upstream.body, {
        idle,
        total,
        keepAlive,
        filter,
        hasEndMark: () => mask.hasEndMark,
        onBreak: () => {
          const code = relay.timedOut ? 'upstream-timeout' : 'upstream-failed';
          settings.onUpstreamFailure({ operation, code, status: 200 });
        },
      });
      return new Response(stream, { headers: streamHeaders(upstream.headers, mediaType, key) });
    }
    const filter = chainFilters(keyGuard ? [keyGuard] : []);
    const passed = relay.pass(upstream.body, {
      idle,
      total,
      keepAlive: null,
      filter,
      hasEndMark: () => true,
    });
    return await readJsonAnswer(passed, upstream.headers, mediaType, key);
  } catch (error) {
    relay.release();
    const refusal = relay.timedOut
      ? new RequestRefusal('upstream-timeout', 'The documentation service did not answer in time.')
      : error instanceof RequestRefusal
        ? error
        : failed();
    if (!request.signal.aborted) {
      settings.onUpstreamFailure({ operation, code: refusal.code, ...(status !== undefined && { status }) });
    }
    throw refusal;
  }
}

function upstreamRequest(
  settings: ProxySettings,
  request: Request,
  { endpoint, parameters }: EndpointMatch,
  body: AssistantRequest | SearchRequest | null,
  signal: AbortSignal,
): [url: string, init: RequestInit] {
  const isV2 = settings.apiVersion === 'v2' && endpoint.operation === 'message';
  const template = isV2 ? endpoint.template.replace('/v1/', '/v2/') : endpoint.template;
  const payload = isV2 ? withoutContent(body as AssistantRequest) : body;
  return [
    settings.bases[endpoint.key] + endpointPath(template, parameters),
    {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${settings.keys[endpoint.key]}`,
        accept: endpoint.operation === 'message' ? acceptedTypes(request) : 'application/json',
        // A compressed stream arrives in the compressor's pieces, late.
        'accept-encoding': 'identity',
        ...(payload !== null && { 'content-type': 'application/json' }),
        ...(endpoint.operation === 'message' && threadHeaders(request)),
      },
      ...(payload !== null && { body: JSON.stringify(payload) }),
      // The key goes to the configured address only.
      redirect: 'manual',
      signal,
    },
  ];
}

/** Some servers take the thread from header fields instead of the body. */
function threadHeaders({ headers }: Request): Record<string, string> {
  const found = THREAD_HEADERS.map((name) => [name, headers.get(name)] as const);
  return Object.fromEntries(
    found.filter((field): field is [string, string] => THREAD_VALUE.test(field[1] ?? '')),
  );
}

function isFollowUp(request: Request, body: AssistantRequest | SearchRequest | null): boolean {
  return body !== null && ('threadId' in body || 'x-thread-id' in threadHeaders(request));
}

function withoutContent(body: AssistantRequest) {
  return { ...body, messages: body.messages.map(({ id, role, parts }) => ({ id, role, parts })) };
}

/** The known types of the visitor's `Accept`, in its order, so that a client can choose the stream's format. */
function acceptedTypes(request: Request): string {
  const wanted = (request.headers.get('accept') ?? '')
    .split(',')
    .map((entry) => entry.split(';', 1)[0]?.trim().toLowerCase() ?? '')
    .filter((type) => ANSWER_TYPES.includes(type));
  return wanted.length > 0 ? [...new Set(wanted)].join(', ') : 'text/event-stream, application/json';
}

/** @returns `null` for what is no answer of this API, such as the page of a gateway */
function answerType(response: Response): string | null {
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return ANSWER_TYPES.includes(type) ? type : null;
}

function streamHeaders(upstream: Headers, mediaType: string, key: string): Headers {
  const headers = passedHeaders(upstream, key);
  headers.set('content-type', `${mediaType}; charset=utf-8`);
  headers.set('cache-control', 'no-cache, no-transform');
  headers.set('x-accel-buffering', 'no');
  return headers;
}

/** Answers in one piece or not at all, so that a cut one cannot pass for a whole one. */
async function readJsonAnswer(
  body: ReadableStream<Uint8Array>,
  upstream: Headers,
  mediaType: string,
  key: string,
): Promise<Response> {
  const bytes = await readBytes(body, MAX_JSON_ANSWER_BYTES);
  if (bytes === null || mediaType !== 'application/json' || !isAnswer(bytes)) throw failed();
  const headers = passedHeaders(upstream, key);
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  return new Response(bytes, { headers });
}

/** Some servers tell their errors with status 200. */
function isAnswer(bytes: Uint8Array): boolean {
  const value = parseJson(new TextDecoder().decode(bytes));
  return value !== undefined && !(isRecord(value) && value.error != null);
}

function passedHeaders(upstream: Headers, key: string): Headers {
  const headers = new Headers({ 'x-content-type-options': 'nosniff' });
  for (const [name, form] of PASSED_HEADERS) {
    const value = upstream.get(name);
    if (value !== null && form.test(value) && !hasKey(value, key)) headers.set(name, value);
  }
  return headers;
}

/** Says an upstream's refusal in the proxy's own words. Its text, which may tell of keys and hosts, is never read. */
function refusalFor(upstream: Response, isFollowUp: boolean): RequestRefusal {
  const [code, message] = ((): [ServerErrorCode, string] => {
    switch (upstream.status) {
      case 400:
      case 422:
        return ['invalid-request', 'The documentation service does not accept this request.'];
      case 404:
        return isFollowUp
          ? ['thread-not-found', 'The conversation is not known any more.']
          : ['not-found', 'The documentation service does not know this.'];
      case 413:
        return ['too-large', 'The request is too large for the documentation service.'];
      case 429:
        return ['rate-limited', 'The documentation service is asked too often.'];
      case 501:
        return ['not-implemented', 'The documentation service does not offer this yet.'];
      case 503:
        return ['unavailable', 'The documentation service is not available at the moment.'];
      case 408:
      case 504:
        return ['upstream-timeout', 'The documentation service did not answer in time.'];
      default:
        return ['upstream-failed', FAILED];
    }
  })();
  const wait =
    code === 'rate-limited' || code === 'unavailable'
      ? readRetryAfter(upstream.headers.get('retry-after'))
      : null;
  const headers = wait === null ? {} : { 'retry-after': String(wait) };
  return new RequestRefusal(code, message, { headers });
}

const FAILED = 'The documentation service could not answer.';

function failed(): RequestRefusal {
  return new RequestRefusal('upstream-failed', FAILED);
}
