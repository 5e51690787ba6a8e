/** Error codes of the proxy and the service, each with the HTTP status it travels with. Stable: clients may rely on them. */
export const SERVER_ERROR_STATUS = {
  'invalid-request': 400,
  unauthorized: 401,
  forbidden: 403,
  'challenge-required': 403,
  'not-found': 404,
  'thread-not-found': 404,
  'insights-off': 404,
  'method-not-allowed': 405,
  'too-large': 413,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  internal: 500,
  'not-implemented': 501,
  'upstream-failed': 502,
  unavailable: 503,
  'upstream-timeout': 504,
} as const;

/** One of the codes of {@link SERVER_ERROR_STATUS}. */
export type ServerErrorCode = keyof typeof SERVER_ERROR_STATUS;

/** Body of every answer of the proxy and the service that is not 2xx. */
export interface ServerErrorBody {
  /** One sentence in English for a developer: no stack, path, key or upstream text. */
  error: string;
  code: ServerErrorCode;
  /** The field of the request that is wrong, as a path: `messages[0].content`. */
  field?: string;
}

/** Create the response for an error: JSON with a stable code, never cached. */
export function errorResponse(
  code: ServerErrorCode,
  error: string,
  options: { field?: string; headers?: Record<string, string> } = {},
): Response {
  const body: ServerErrorBody = { error, code, ...(options.field !== undefined && { field: options.field }) };
  return new Response(JSON.stringify(body), {
    status: SERVER_ERROR_STATUS[code],
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...options.headers },
  });
}
