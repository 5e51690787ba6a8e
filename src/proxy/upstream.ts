import type {
  AgentPrompt,
  AssistantRequest,
  FollowedLink,
  PageRequest,
  PreviewRequest,
  SearchRequest,
} from '../protocol/api.ts';
import {
  endpointPath,
  toSecondVersion,
  type Endpoint,
  type EndpointMatch,
  type Operation,
} from '../protocol/endpoints.ts';
import { readBytes } from '../protocol/read-bytes.ts';
import { chooseStream } from '../protocol/requests/stream-type.ts';
import { isRecord, parseJson } from '../protocol/record.ts';
import { RequestRefusal } from '../protocol/requests/request-refusal.ts';
import { readRetryAfter } from '../protocol/failures/retry-after.ts';
import type { Feedback } from '../protocol/requests/read-feedback.ts';
import type { ServerErrorCode } from '../protocol/failures/server-error.ts';
import { questionBody, searchBody, type ApiVersion, type UpstreamVersion } from './api-version.ts';
import { chainFilters } from './byte-filter.ts';
import { createErrorMask } from './error-mask.ts';
import { createKeyGuard, hasKey } from './key-guard.ts';
import type { ProxySettings, UpstreamFailure } from './options.ts';
import { Relay } from './relay.ts';

/** The checked bodies of visitors. */
export type UpstreamBody =
  AssistantRequest | SearchRequest | FollowedLink | Feedback | PageRequest | AgentPrompt | PreviewRequest;

/** The parameters that are passed on in the query; their values are checked by the upstream. */
const PARAMETERS: Partial<Record<Operation, readonly string[]>> = {
  insights: ['days', 'version', 'language', 'limit'],
  jobs: ['skip', 'take'],
};
const MAX_PARAMETER_CHARACTERS = 64;

/** Maximum size of a JSON answer: fifty results of whole pages. */
const MAX_JSON_ANSWER_BYTES = 16_777_216;
const ANSWER_TYPES = ['text/event-stream', 'text/plain', 'application/json', 'application/x-ndjson'];
const STREAM_TYPES = new Set(['text/event-stream', 'application/x-ndjson']);
const STREAM_HEADERS = ['x-vercel-ai-data-stream', 'x-vercel-ai-ui-message-stream'];
/** Header fields that visitors may send with a question. */
const THREAD_HEADERS = ['x-thread-id', 'x-thread-key'];
const THREAD_VALUE = /^[\x21-\x7e]{1,256}$/;
const LIMIT_VALUE = /^\d{1,15}$/;
/** Allow-list of the upstream's header fields: all others may reveal the upstream or concern another visitor. */
const PASSED_HEADERS: readonly (readonly [name: string, form: RegExp])[] = [
  ...[...THREAD_HEADERS, ...STREAM_HEADERS, 'x-message-id'].map((name) => [name, THREAD_VALUE] as const),
  ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map(
    (name) => [name, LIMIT_VALUE] as const,
  ),
];

/**
 * Send a checked request to the upstream, with the key, and return its answer.
 *
 * @param accept media types of the answer
 * @throws RequestRefusal when the upstream failed, with a message of the proxy
 */
export async function callUpstream(
  settings: ProxySettings,
  request: Request,
  match: EndpointMatch,
  body: UpstreamBody | null,
  accept = 'application/json',
): Promise<Response> {
  const { operation } = match.endpoint;
  const relay = new Relay(request.signal);
  let status: number | undefined;
  try {
    // Call `fetch` as a plain function, because some platforms refuse it as a method of another object.
    const { fetch, version } = settings;
    const send = (by: ApiVersion) =>
      relay.waitFor(
        fetch(...upstreamRequest(settings, request, match, body, accept, relay.signal, by)),
        settings.timeouts.firstByte,
      );
    const upstream = await (operation === 'message' ? askByVersion(version, send) : send(version.current));
    status = upstream.status;
    if (operation === 'insights-follow' || operation === 'insights-feedback') {
      void upstream.body?.cancel().catch(() => {});
      // A service of another kind has no insights: pages need not know.
      if (!upstream.ok && status !== 404) throw refusalFor(upstream, match, false);
      relay.release();
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    }
    // The hosted platform and services of another kind do not know this address.
    if (
      (operation === 'assistant' || operation === 'latest-update') &&
      [204, 404, 405, 501].includes(status)
    ) {
      void upstream.body?.cancel().catch(() => {});
      relay.release();
      return new Response(null, { status: 204 });
    }
    const mediaType = answerType(upstream);
    if (!upstream.ok || upstream.body === null || mediaType === null) {
      void upstream.body?.cancel().catch(() => {});
      throw refusalFor(upstream, match, isFollowUp(request, body));
    }
    const answer: UpstreamAnswer = { body: upstream.body, headers: upstream.headers, mediaType };
    const key = settings.keys[match.endpoint.key]!;
    return operation === 'message'
      ? streamAnswer(settings, relay, answer, key)
      : await readJsonAnswer(settings, relay, answer, key);
  } catch (error) {
    relay.release();
    const refusal = relay.timedOut
      ? new RequestRefusal('upstream-timeout', 'The documentation service did not answer in time.')
      : error instanceof RequestRefusal
        ? error
        : failed();
    if (!request.signal.aborted) {
      settings.onUpstreamFailure({ operation, code: refusal.code, ...describeStatus(status) });
    }
    throw refusal;
  }
}

/** Ask in the version of the upstream, and in version 1 where it does not know the second. */
async function askByVersion(
  version: UpstreamVersion,
  send: (by: ApiVersion) => Promise<Response>,
): Promise<Response> {
  let by = version.current;
  let upstream = await send(by);
  if (version.mayBeUnknown(upstream, answerType(upstream) !== null)) {
    void upstream.body?.cancel().catch(() => {});
    by = 'v1';
    upstream = await send(by);
  }
  if (upstream.ok && answerType(upstream) !== null) version.confirm(by);
  return upstream;
}

/** What an operator can do. Readers are told that the service could not answer, because they can do nothing about it. */
const REMEDIES = new Map<number | undefined, string>([
  [401, 'The API key is wrong, has expired or was revoked: set a valid one.'],
  [403, 'The API key may not be used for this, or not from the address of this server: change its settings.'],
]);

function describeStatus(status: number | undefined): Pick<UpstreamFailure, 'status' | 'remedy'> {
  const remedy = REMEDIES.get(status);
  return { ...(status !== undefined && { status }), ...(remedy !== undefined && { remedy }) };
}

/** An answer of the upstream with status 200 and a known type. */
interface UpstreamAnswer {
  body: ReadableStream<Uint8Array>;
  headers: Headers;
  mediaType: string;
}

/** Stream an answer of the assistant, with errors and the key masked. */
function streamAnswer(
  settings: ProxySettings,
  relay: Relay,
  { body, headers, mediaType }: UpstreamAnswer,
  key: string,
): Response {
  const report = (code: ServerErrorCode) =>
    settings.onUpstreamFailure({ operation: 'message', code, status: 200 });
  const mask = createErrorMask({
    mediaType,
    isLabelled: STREAM_TYPES.has(mediaType) || STREAM_HEADERS.some((name) => headers.has(name)),
    onFailure: () => report('upstream-failed'),
  });
  const keyGuard = createKeyGuard(key);
  const stream = relay.pass(body, {
    idle: settings.timeouts.idle,
    total: settings.timeouts.total,
    keepAlive: mediaType === 'text/event-stream' ? settings.keepAlive : null,
    filter: chainFilters(keyGuard ? [mask, keyGuard] : [mask]),
    hasEndMark: () => mask.hasEndMark,
    isOver: () => mask.isOver,
    onBreak: () => report(relay.timedOut ? 'upstream-timeout' : 'upstream-failed'),
  });
  return new Response(stream, { headers: streamHeaders(headers, mediaType, key) });
}

/** Read a JSON answer as a whole before anything of it is sent, so that a cut answer cannot pass for a whole one. */
async function readJsonAnswer(
  settings: ProxySettings,
  relay: Relay,
  { body, headers, mediaType }: UpstreamAnswer,
  key: string,
): Promise<Response> {
  const keyGuard = createKeyGuard(key);
  const passed = relay.pass(body, {
    idle: settings.timeouts.idle,
    total: settings.timeouts.total,
    keepAlive: null,
    filter: chainFilters(keyGuard ? [keyGuard] : []),
    hasEndMark: () => true,
  });
  const bytes = await readBytes(passed, MAX_JSON_ANSWER_BYTES);
  if (bytes === null || mediaType !== 'application/json' || !isAnswer(bytes)) throw failed();
  const sent = passedHeaders(headers, key);
  sent.set('content-type', 'application/json');
  sent.set('cache-control', 'no-store');
  return new Response(bytes, { headers: sent });
}

function upstreamRequest(
  settings: ProxySettings,
  request: Request,
  { endpoint, parameters }: EndpointMatch,
  body: UpstreamBody | null,
  accept: string,
  signal: AbortSignal,
  version: ApiVersion,
): [url: string, init: RequestInit] {
  const isSecond = version === 'v2' && endpoint.operation === 'message';
  const { template } = isSecond ? toSecondVersion(endpoint) : endpoint;
  const payload = upstreamPayload(endpoint, body, version);
  return [
    settings.bases[endpoint.key] +
      endpointPath(template, parameters) +
      passedQuery(request, endpoint.operation),
    {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${settings.keys[endpoint.key]}`,
        accept,
        // A compressor would delay the stream until its blocks are full.
        'accept-encoding': 'identity',
        ...(payload !== null && { 'content-type': 'application/json' }),
        ...(endpoint.operation === 'message' && threadHeaders(request)),
      },
      ...(payload !== null && { body: JSON.stringify(payload) }),
      // Follow no redirect, because the key must reach the configured address only.
      redirect: 'manual',
      signal,
    },
  ];
}

/** Return the query without parameters that the endpoint does not have. */
function passedQuery({ url }: Request, operation: Operation): string {
  const { searchParams } = new URL(url);
  const given = (PARAMETERS[operation] ?? []).flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : [[name, value.slice(0, MAX_PARAMETER_CHARACTERS + 1)]];
  });
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** Return the header fields that name the thread: some servers expect it there instead of in the body. */
function threadHeaders({ headers }: Request): Record<string, string> {
  const found = THREAD_HEADERS.map((name) => [name, headers.get(name)] as const);
  return Object.fromEntries(
    found.filter((field): field is [string, string] => THREAD_VALUE.test(field[1] ?? '')),
  );
}

function isFollowUp(request: Request, body: UpstreamBody | null): boolean {
  return body !== null && ('threadId' in body || 'x-thread-id' in threadHeaders(request));
}

/** Return a body with what the upstream knows. */
function upstreamPayload({ operation }: Endpoint, body: UpstreamBody | null, version: ApiVersion) {
  if (operation === 'message') return questionBody(body as AssistantRequest, version);
  return operation === 'search' ? searchBody(body as SearchRequest, version) : body;
}

/**
 * Return what to accept for a question: the known types of the visitor's `Accept`, in its order, so that a client can choose the
 * stream. Where it names no stream, the choice is made here, because the upstream gets another body than the visitor has sent.
 *
 * @param sent the body of the visitor
 */
export function acceptedTypes({ headers }: Request, sent: unknown): string {
  const accept = headers.get('accept');
  const wanted = (accept ?? '')
    .split(',')
    .map((entry) => entry.split(';', 1)[0]?.trim().toLowerCase() ?? '')
    .filter((type) => ANSWER_TYPES.includes(type));
  return [...new Set([...wanted, chooseStream(accept, sent), 'application/json'])].join(', ');
}

/** Return the media type of an answer; `null` if it is none of this API, such as the page of a gateway. */
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

/** Return whether a JSON body is an answer: some servers send their errors with status 200. */
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

/** Return the refusal for an upstream's status. Its body is never read, because it may contain keys and hosts. */
function refusalFor(upstream: Response, { endpoint }: EndpointMatch, isFollowUp: boolean): RequestRefusal {
  const [code, message] = ((): [ServerErrorCode, string] => {
    switch (upstream.status) {
      case 400:
      case 422:
        return ['invalid-request', 'The documentation service does not accept this request.'];
      case 404:
        if (endpoint.operation === 'insights')
          return ['insights-off', 'The documentation service keeps no insights.'];
        return isFollowUp
          ? ['thread-not-found', 'The conversation is no longer known.']
          : ['not-found', 'The documentation service does not know this.'];
      case 413:
        return ['too-large', 'The request is too large for the documentation service.'];
      case 429:
        return ['rate-limited', 'The documentation service receives too many requests.'];
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
