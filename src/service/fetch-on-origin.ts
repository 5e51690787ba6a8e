/** Maximum number of redirects of one request. */
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A redirect that is not followed. */
export class RefusedRedirect extends Error {
  override readonly name = 'RefusedRedirect';
}

/**
 * Return a `fetch` that follows redirects within the origin of the request alone: another origin would get its body, and header fields in
 * which the key of some providers stands.
 *
 * @throws RefusedRedirect from the returned function
 */
export function fetchOnOrigin(fetch: typeof globalThis.fetch = globalThis.fetch): typeof globalThis.fetch {
  return async (input, init = {}) => {
    let address = new URL(input instanceof Request ? input.url : input);
    const { origin } = address;
    let request: RequestInit = { ...init, redirect: 'manual' };
    for (let redirects = 0; ; redirects++) {
      const response = await fetch(redirects === 0 ? input : address, request);
      const location = response.headers.get('location');
      if (!REDIRECTS.has(response.status) || location === null) return response;
      await response.body?.cancel();
      const next = URL.canParse(location, address.href) ? new URL(location, address) : null;
      if (next === null || !isOnOrigin(origin, next)) {
        throw new RefusedRedirect(`${origin} redirects to another origin, which is not followed`);
      }
      if (redirects >= MAX_REDIRECTS) {
        throw new RefusedRedirect(`${origin} redirects more than ${MAX_REDIRECTS} times`);
      }
      if (response.status < 307 && request.method?.toUpperCase() === 'POST') request = withoutBody(request);
      address = next;
    }
  };
}

/** Whether an address is on an origin, and has no user info, which `fetch` refuses. */
export function isOnOrigin(origin: string, { origin: given, username, password }: URL): boolean {
  return given === origin && username === '' && password === '';
}

/** Return the request that follows a redirect of a POST, as the Fetch standard has it. */
function withoutBody(request: RequestInit): RequestInit {
  const headers = new Headers(request.headers);
  for (const name of [...headers.keys()]) if (name.startsWith('content-')) headers.delete(name);
  return { ...request, method: 'GET', body: null, headers };
}
