import { serveHandler } from '../../src/node.ts';
import type { Handler } from '../../src/node/request-listener.ts';
import { createBuiltSite } from '../../src/preview/built-site.ts';
import { REPORTS, writePolicy, type PolicyNeeds } from './page-policy.ts';
import { startService } from './site-server.ts';

/** A site as its readers see it. */
export interface ServedSite extends AsyncDisposable {
  /** Address of the front page. */
  readonly url: string;
  /** What the policy of the site has refused, as browsers have reported it. */
  readonly reports: PolicyReport[];
}

/** Report of a violation (Content Security Policy Level 3, section 5.3). */
export interface PolicyReport {
  readonly 'effective-directive': string;
  readonly 'blocked-uri': string;
}

/**
 * Serve a folder as a web server does that passes `/docs-api/` and `/cdn/` on to `docs-assistant serve`.
 *
 * @param needs what the pages need in a policy, which is then sent with each of them. Default: they are sent without one
 */
export async function serveRecipe(folder: string, needs?: PolicyNeeds): Promise<ServedSite> {
  await using stack = new AsyncDisposableStack();
  let service = '';
  const site = createBuiltSite({ folder, base: '/', markup: '' });
  const front = stack.use(
    await serveInFront(
      (request, connection) => (isForService(request) ? passOn(request, service) : site(request, connection)),
      needs,
    ),
  );
  service = await startService(folder, stack, ['--site', front.url.slice(0, -1)]);
  const held = stack.move();
  return { ...front, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Serve a site as a web server does in front of it. @param needs as of {@link serveRecipe} */
export async function serveInFront(site: Handler, needs?: PolicyNeeds): Promise<ServedSite> {
  const reports: PolicyReport[] = [];
  const server = await serveHandler(
    async (request, connection) => {
      if (new URL(request.url).pathname !== REPORTS)
        return withPolicy(await site(request, connection), needs);
      reports.push(((await request.json()) as { 'csp-report': PolicyReport })['csp-report']);
      return new Response(null, { status: 204 });
    },
    { closeWithin: 0 },
  );
  return { url: `${server.url}/`, reports, [Symbol.asyncDispose]: () => server.close() };
}

export function isForService(request: Request): boolean {
  return /^\/(?:docs-api|cdn)\//.test(new URL(request.url).pathname);
}

/** Pass a request on to another server. @param origin its address, without a slash at the end */
export async function passOn(request: Request, origin: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const passed = new Request(origin + pathname + search, request);
  // The answer is passed on byte for byte, and not decoded on the way.
  passed.headers.set('accept-encoding', 'identity');
  return fetch(passed, { redirect: 'manual' });
}

async function withPolicy(response: Response, needs: PolicyNeeds | undefined): Promise<Response> {
  // An answer without a body, such as 304, leaves to the browser what it has.
  if (!needs || !response.body || !response.headers.get('content-type')?.startsWith('text/html'))
    return response;
  const html = await response.text();
  const headers = new Headers(response.headers);
  headers.set('content-security-policy', writePolicy(html, needs));
  return new Response(html, { status: response.status, headers });
}
