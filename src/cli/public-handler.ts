import { FORWARDED_FIELDS, type Connection } from '../limits/visitor-address.ts';
import type { Handler } from '../node/request-listener.ts';
import { elementsMarkup } from '../preview/elements-markup.ts';
import { CDN_PATH, createCdnHandler } from './cdn-files.ts';
import { createResultsPage, RESULTS_PATH, type ResultsPageOptions } from './results-page/results-page.ts';
import { isCardPath } from './public-cards.ts';
import { MCP_PATH } from './public-mcp.ts';
import { PAGES_PATH, SHORT_PATHS } from './public-pages.ts';
import { LOCALHOST_ORIGINS, type AllowedSite } from './site-options.ts';

/** Return the origins that the proxy allows for a site. */
export function allowedOrigins({ origins }: AllowedSite): readonly string[] {
  return origins.length > 0 ? origins : LOCALHOST_ORIGINS;
}

/**
 * Create a handler for pages: the proxy below its path, and there the page of results for browsers without scripts, the endpoint for
 * agents, and the files for reading programs; the elements' files below `/cdn/`.
 */
export function createPublicHandler(
  options: Pick<ResultsPageOptions, 'proxy' | 'domains' | 'baseOf'> & {
    site: AllowedSite;
    /** Answers programs that speak the Model Context Protocol. Default: the proxy. */
    mcp?: Handler;
    /** Answers programs that read `llms.txt` and pages as Markdown. Default: the proxy. */
    pages?: Handler;
    /** Answers programs that look for what is there. Default: the proxy below its path, all else by `rest`. */
    cards?: Handler;
    /** Handles all other requests. */
    rest: Handler;
  },
): Handler {
  const { site, proxy, mcp = proxy, pages = proxy, cards, rest, domains, baseOf } = options;
  const { basePath, origins } = site;
  const cdn = createCdnHandler();
  const resultsPage = createResultsPage({
    proxy,
    basePath,
    origins,
    isPageOrigin: (origin) => (origins.length > 0 ? origins.includes(origin) : isLocal(origin)),
    domains,
    baseOf,
  });
  return (request, connection) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(CDN_PATH)) return cdn(request);
    if (cards && isCardPath(pathname, basePath)) return cards(request, connection);
    if (pathname === basePath + RESULTS_PATH) return resultsPage(request, connection);
    if (`${pathname}/`.startsWith(`${basePath}${MCP_PATH}/`)) return mcp(request, connection);
    const isPages = pathname.startsWith(`${basePath}${PAGES_PATH}/`);
    if (isPages || SHORT_PATHS.some((path) => pathname === basePath + path))
      return pages(request, connection);
    if (pathname.startsWith(`${basePath}/`)) return proxy(request, connection);
    return rest(request, connection);
  };
}

/** Return the paths of a server with these routes that somebody may look at, and what is there. */
export function pathsForPages({ basePath }: AllowedSite): Record<string, string> {
  return {
    [basePath + RESULTS_PATH]: 'searches without scripts',
    [`${CDN_PATH}docs-assistant.js`]: 'the elements for pages',
  };
}

/**
 * Return whether a request may use the routes without a key although no site is allowed: only from a page on localhost, on this
 * machine. Requests that a web server forwards come from elsewhere.
 */
export function isLocalTrial(request: Request, connection: Connection): boolean {
  // A browser names no origin when it gets something of the page's own.
  const isOwn = request.headers.get('sec-fetch-site') === 'same-origin';
  const origin = request.headers.get('origin') ?? (isOwn ? new URL(request.url).origin : null);
  return origin !== null && isLocal(origin) && isFromThisMachine(request, connection);
}

/**
 * Return whether an agent may use the routes without a key although no site is allowed: only a program on this machine, or a page on
 * localhost, that calls this server by a name of this machine.
 */
export function isLocalAgent(request: Request, connection: Connection): boolean {
  const origin = request.headers.get('origin');
  const isLocalPage = origin === null || isLocal(origin);
  return isLocalPage && isLocal(new URL(request.url).origin) && isFromThisMachine(request, connection);
}

function isFromThisMachine({ headers }: Request, { remoteAddress = '' }: Connection): boolean {
  const isForwarded = FORWARDED_FIELDS.some((name) => headers.has(name));
  return !isForwarded && /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
}

/** Describe the complete markup for a page, and the configuration of a web server. */
export function describeSite(
  site: AllowedSite,
  {
    sites,
    ownUrl,
    trustedProxies,
    hasModel = true,
    withPages = false,
  }: {
    sites: readonly { domain: string; base: string }[];
    ownUrl: string;
    trustedProxies: number;
    /** Default: unknown, so that a model may write the answers. */
    hasModel?: boolean;
    /** Whether the pages of the site are served here, too. Default `false`. */
    withPages?: boolean;
  },
): string {
  const { origins, basePath, publicUrl } = site;
  const isOnSite = publicUrl === null && origins.some((origin) => !isLocal(origin));
  const base = isOnSite ? '' : (publicUrl ?? ownUrl);
  const lines = elementsMarkup({
    cdn: base + CDN_PATH,
    sites: sites.map((shown) => ({ endpoint: base + basePath, ...shown })),
    hasModel,
  });
  const where =
    origins.length === 0
      ? 'To try it, put these lines into a page that is served on localhost'
      : `Put these lines into the pages of ${origins.join(', ')}`;
  const seen = ', <docs-search> where the search box is to be seen, such as in the header:';
  const more =
    origins.length === 0
      ? 'For testing only: pages on localhost are allowed. For your readers, allow your site: --site https://docs.example.com'
      : isOnSite
        ? `Let the web server of the site pass ${withPages ? 'all requests' : `${basePath}/ and ${CDN_PATH}`} on to ${ownUrl}${trustedProxies > 0 ? '' : ', with X-Forwarded-For and --trusted-proxies 1 here, so that visitors are counted separately'}.`
        : '';
  return [
    '',
    where + seen,
    '',
    ...lines.map((line) => `  ${line}`),
    '',
    ...(more === '' ? [] : [more, '']),
  ].join('\n');
}

function isLocal(origin: string): boolean {
  return LOCALHOST_ORIGINS.includes(`${origin.replace(/:\d+$/, '')}:*`);
}
