/** Browsers cap what they believe: Chromium at two hours, Firefox at a day. */
const PREFLIGHT_MAX_AGE_SECONDS = 86_400;
/** What the API's own clients send. */
const SENT_HEADERS = ['content-type', 'x-thread-id', 'x-thread-key'];
const EXPOSED_HEADERS = [
  'X-Thread-Id',
  'X-Thread-Key',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
].join(', ');

/** Whether the page that sent a request may call. Requests without an `Origin` come from no other page's script. */
export function isOriginAllowed(request: Request, allowed: ReadonlySet<string>): boolean {
  const origin = request.headers.get('origin');
  if (origin === null || allowed.has(origin) || allowed.has(withAnyPort(origin))) return true;
  // Behind a proxy that ends TLS the own address is not known exactly, but the browser says what it compared.
  return origin === new URL(request.url).origin || request.headers.get('sec-fetch-site') === 'same-origin';
}

/** `http://localhost:*` for `http://localhost:5173` and for `http://localhost`. */
function withAnyPort(origin: string): string {
  return `${origin.replace(/:\d+$/, '')}:*`;
}

/** Adds what lets a page of another, allowed origin read the answer. */
export function withOriginHeaders(response: Response, request: Request, isAllowed: boolean): Response {
  const origin = request.headers.get('origin');
  response.headers.set('vary', 'Origin');
  if (origin !== null && isAllowed) {
    response.headers.set('access-control-allow-origin', origin);
    response.headers.set('access-control-expose-headers', EXPOSED_HEADERS);
  }
  return response;
}

/** The answer to `OPTIONS`. */
export function preflightResponse(method: string, allowedHeaders: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      allow: `${method}, OPTIONS`,
      'access-control-allow-methods': method,
      'access-control-allow-headers': [...SENT_HEADERS, ...allowedHeaders].join(', '),
      'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
    },
  });
}
