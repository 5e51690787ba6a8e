import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import type { Handler } from '../node/request-listener.ts';
import { errorResponse } from '../protocol/failures/server-error.ts';
import { qualityOf } from '../service/pages/accept.ts';

/** What browsers and robots ask every server for. */
const PROBES = new Set(['/favicon.ico', '/robots.txt', '/apple-touch-icon.png']);
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What the address of a server says of it. Names no project and no version, because everybody may read it. */
export interface RootPage {
  /** One sentence. */
  what: string;
  /** Paths on this server, and what is there. */
  paths: Readonly<Record<string, string>>;
}

/** Answer at the address of a server itself, and what browsers ask every server for. `rest` gets all else, and logs it. */
export function withRootPage(page: RootPage, rest: Handler): Handler {
  return (request, connection) => {
    const { pathname } = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && pathname === '/') return drawRootPage(page, request.headers.get('accept') ?? '');
    if (isRead && PROBES.has(pathname))
      return errorResponse('not-found', 'There is nothing at this address.');
    return rest(request, connection);
  };
}

function drawRootPage({ what, paths }: RootPage, accept: string): Response {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    vary: 'Accept',
  };
  if (qualityOf('text/html', accept) <= qualityOf('application/json', accept))
    return Response.json({ name: 'docs-assistant', what, paths }, { headers });
  const title = 'docs-assistant';
  const links = Object.entries(paths).map(([path, about]) =>
    h('li', [h('a', { href: path }, path), `: ${about}`]),
  );
  const tree = h(null, [
    { type: 'doctype' as const },
    h('html', { lang: 'en' }, [
      h('head', [
        h('meta', { charSet: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width' }),
        h('meta', { name: 'robots', content: 'noindex' }),
        h('title', title),
      ]),
      h('body', [h('h1', title), h('p', what), h('ul', links)]),
    ]),
  ]);
  return new Response(toHtml(tree), { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } });
}
