import { readSearchResults } from '../../client/read-search-results.ts';
import type { SearchResult } from '../../protocol/api.ts';
import { endpointPath, SEARCH_ENDPOINT } from '../../protocol/endpoints.ts';
import { FORWARDED_FIELDS } from '../../limits/visitor-address.ts';
import { isEmbeddedElsewhere } from '../../proxy/origin-rules.ts';
import { errorResponse } from '../../protocol/failures/server-error.ts';
import type { Handler } from '../../node/request-listener.ts';
import {
  drawResultsPage,
  RESULTS_PAGE_POLICY,
  type LinkedResult,
  type ResultsPage,
} from './results-page.view.ts';
import { resultsPageWords } from './words.ts';

/** Path of the page, below the base path. */
export const RESULTS_PATH = '/search';
/** Results on the page. */
const PAGE_SIZE = 20;

export interface ResultsPageOptions {
  /** Answers the searches of pages. */
  proxy: Handler;
  /** Path of the proxy's routes. */
  basePath: string;
  /** Origins of the pages. Results lead to the first, unless the reader comes from another. */
  origins: readonly string[];
  /** Return whether an origin has pages. */
  isPageOrigin(origin: string): boolean;
  /** Domains, the first of which is searched by default. */
  domains: readonly string[];
  /** Return the path of the pages of a domain on their host. Begins and ends with a slash. */
  baseOf(domain: string): Promise<string>;
}

/**
 * Create the handler of the page of results, for forms and for browsers without scripts: `GET ?q=…`, optionally with `domain`,
 * `version` and `language`. It sends the search to the proxy, so that its checks and limits apply.
 */
export function createResultsPage(options: ResultsPageOptions): Handler {
  return async (request, connection) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return errorResponse('method-not-allowed', 'Use GET.', { headers: { allow: 'GET, HEAD' } });
    if (isEmbeddedElsewhere(request)) return errorResponse('forbidden', 'Pages of this origin may not call.');
    const { searchParams } = new URL(request.url);
    const parameters = Object.fromEntries(
      ['domain', 'version', 'language'].flatMap((name) => {
        const value = searchParams.get(name);
        return value ? [[name, value]] : [];
      }),
    );
    const query = searchParams.get('q')?.trim() ?? '';
    const { language, words } = resultsPageWords(languagesOf(request, parameters));
    const page = { language, words, query, parameters };
    if (query === '') return respond({ ...page, outcome: null });
    const answer = await options.proxy(searchRequest(request, query, parameters, options), connection);
    if (!answer.ok) {
      const outcome = answer.status === 429 ? words.limited : words.failed;
      return respond({ ...page, outcome }, answer);
    }
    try {
      const results = readSearchResults(await answer.json());
      return respond({ ...page, outcome: await linkResults(request, results, parameters, options) });
    } catch {
      return respond({ ...page, outcome: words.failed }, new Response(null, { status: 502 }));
    }
  };
}

/** Return the languages of the page in the order in which they are preferred. */
function languagesOf(request: Request, { language }: Readonly<Record<string, string>>): string[] {
  const accepted = (request.headers.get('accept-language') ?? '').split(',').slice(0, 10);
  return [language ?? '', ...accepted.map((entry) => entry.split(';')[0]!.trim())].filter(Boolean);
}

/** Make the request of the API for a search. It comes from a page of this origin. */
function searchRequest(
  request: Request,
  query: string,
  { domain, ...filter }: Readonly<Record<string, string>>,
  { basePath, domains }: ResultsPageOptions,
): Request {
  const { origin } = new URL(request.url);
  const headers = new Headers({ 'content-type': 'application/json', origin });
  for (const name of FORWARDED_FIELDS) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const path = endpointPath(SEARCH_ENDPOINT.template, { domain: domain ?? domains[0] ?? '' });
  return new Request(`${origin}${basePath}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, pageSize: PAGE_SIZE, filter }),
    signal: request.signal,
  });
}

/** Add the addresses of the results; one that leads to another host is left out. */
async function linkResults(
  request: Request,
  results: readonly SearchResult[],
  { domain }: Readonly<Record<string, string>>,
  { origins, isPageOrigin, domains, baseOf }: ResultsPageOptions,
): Promise<LinkedResult[]> {
  const referrer = request.headers.get('referer') ?? '';
  const from = URL.canParse(referrer) ? new URL(referrer).origin : '';
  const origin = isPageOrigin(from) ? from : (origins[0] ?? new URL(request.url).origin);
  const base = new URL(await baseOf(domain ?? domains[0] ?? ''), origin);
  return results.flatMap((result) => {
    // A path with a colon or two slashes at its beginning is no address of another host.
    const address = URL.canParse(`./${result.path}`, base.href) ? new URL(`./${result.path}`, base) : null;
    if (address?.origin !== origin) return [];
    address.hash = result.metadata.anchor ?? '';
    return [{ ...result, href: address.href }];
  });
}

function respond(
  page: ResultsPage,
  { status = 200, headers }: Partial<Pick<Response, 'status' | 'headers'>> = {},
) {
  const retryAfter = headers?.get('retry-after');
  return new Response(drawResultsPage(page), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': RESULTS_PAGE_POLICY,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      ...(retryAfter && { 'retry-after': retryAfter }),
    },
  });
}
