import { MAX_PATH_CHARACTERS } from '../protocol/requests/read-request.ts';

/** Browsers cap this: Chromium at two hours, Firefox at a day. */
const PREFLIGHT_MAX_AGE_SECONDS = 86_400;
/** Header fields of the API's own clients. */
const SENT_HEADERS = ['content-type', 'x-thread-id', 'x-thread-key'];
const EXPOSED_HEADERS = [
  'X-Thread-Id',
  'X-Thread-Key',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
].join(', ');

/** Return whether the page of a request may call. Without `Origin`, a request is not from a script of another page. */
export function isOriginAllowed(request: Request, allowed: ReadonlySet<string>): boolean {
  const origin = request.headers.get('origin');
  if (isOriginListed(request, allowed)) return true;
  // Behind a proxy that terminates TLS this address is not known exactly, but the browser reports its own comparison.
  return origin === new URL(request.url).origin || request.headers.get('sec-fetch-site') === 'same-origin';
}

/**
 * Return whether the page of a request is of a listed origin, or there is none. Stricter than {@link isOriginAllowed}: a page that
 * has reached this server by the name of its own host (DNS rebinding) is of the same origin.
 */
export function isOriginListed(request: Request, listed: ReadonlySet<string>): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return !isEmbeddedElsewhere(request);
  return listed.has(origin) || listed.has(withAnyPort(origin));
}

/**
 * Return whether a page of another site makes a request that has no `Origin`, as for an image or a script: it cannot read the answer, but
 * would use up budgets. Not a link that somebody follows.
 */
export function isEmbeddedElsewhere({ method, headers }: Request): boolean {
  const isLink = /^(?:GET|HEAD)$/.test(method) && headers.get('sec-fetch-dest') === 'document';
  return !headers.has('origin') && headers.get('sec-fetch-site') === 'cross-site' && !isLink;
}

/**
 * Return the path of the page that sends a request, as its browser names it in `Referer`: to a proxy of its own origin, unless the
 * policy of the page is another. @returns `null` where there is none, or where it is `/`, as from another origin
 */
export function readPagePath({ headers }: Request): string | null {
  const referrer = headers.get('referer') ?? '';
  if (!URL.canParse(referrer)) return null;
  const { origin, protocol, pathname } = new URL(referrer);
  const isPage = /^https?:$/.test(protocol) && [null, origin].includes(headers.get('origin'));
  return isPage && pathname !== '/' && pathname.length <= MAX_PATH_CHARACTERS ? pathname : null;
}

/** Return `http://localhost:*` for `http://localhost:5173` and for `http://localhost`. */
function withAnyPort(origin: string): string {
  return `${origin.replace(/:\d+$/, '')}:*`;
}

/** Add the CORS headers for a page of another, allowed origin. */
export function withOriginHeaders(response: Response, request: Request, isAllowed: boolean): Response {
  const origin = request.headers.get('origin');
  response.headers.append('vary', 'Origin');
  if (origin !== null && isAllowed) {
    response.headers.set('access-control-allow-origin', origin);
    response.headers.set('access-control-expose-headers', EXPOSED_HEADERS);
  }
  return response;
}

/** Return the answer to a preflight request. */
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
