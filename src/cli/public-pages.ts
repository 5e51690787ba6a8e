import type { SearchRequest } from '../protocol/api.ts';
import type { Handler } from '../node/request-listener.ts';
import { LLMS_FULL_TXT, LLMS_TXT } from '../engine/pages/reading-names.ts';
import type { DocsPages } from '../engine/pages/docs-pages.ts';
import { RequestFailure } from '../protocol/failures/failure.ts';
import { SERVER_ERROR_STATUS, type ServerErrorCode } from '../protocol/failures/server-error.ts';
import { RequestRefusal } from '../protocol/requests/request-refusal.ts';
import { answerFile } from '../service/pages/answer-file.ts';
import { answerPassages, questionOf } from '../service/pages/answer-passages.ts';
import {
  createPublicRoute,
  createVisitorClient,
  readDomain,
  unknownDomain,
  type PublicCall,
  type PublicRouteOptions,
} from './public-route.ts';

/** Path of the files, below the base path. A domain and the name of a file follow. */
export const PAGES_PATH = '/pages';
/** Paths that lead to the files of the first domain. */
export const SHORT_PATHS: readonly string[] = [LLMS_TXT, LLMS_FULL_TXT].map((name) => `/${name}`);

export interface PublicPagesOptions extends PublicRouteOptions {
  /** @returns `null` for an unknown domain */
  pagesOf(domain: string): DocsPages | null;
  /** @returns the address of the site's pages, which ends with a slash; `null`: unknown */
  siteUrlOf(domain: string): string | null;
  /** Address at which these routes are reached, without the base path. Default: that of the request, of this machine. */
  publicUrl: string | null;
}

/** Create the handler of `GET /pages/{domain}/…` below the base path: the files for programs that read a documentation. */
export function createPublicPages(options: PublicPagesOptions): Handler {
  const { basePath, domains, pagesOf, siteUrlOf, publicUrl } = options;
  return createPublicRoute(options, {
    method: 'GET',
    sentHeaders: [],
    find(path) {
      const isShort = SHORT_PATHS.includes(path);
      const [segment = '', ...names] = isShort
        ? ['', path.slice(1)]
        : path.slice(PAGES_PATH.length + 1).split('/');
      const domain = readDomain(segment, domains);
      if (domain === null) return null;
      const pages = pagesOf(domain);
      if (pages === null) throw unknownDomain(domain);
      return {
        domain,
        pages,
        siteUrl: siteUrlOf(domain),
        root: `${basePath}${PAGES_PATH}/${domain}/`,
        name: names.join('/'),
        address: `${basePath}${PAGES_PATH}/${domain}/${names.join('/')}`,
        isShort,
      };
    },
    async answer({ address, isShort, root, ...found }, call) {
      const { url } = call.request;
      // Links may be relative to the file.
      const location = address + new URL(url).search;
      if (isShort) return new Response(null, { status: 302, headers: { location } });
      return answerCall(options, { ...found, root: (publicUrl ?? new URL(url).origin) + root }, call);
    },
  });
}

/**
 * Create the handler of the same files at the addresses of a site that is served here, too: `llms.txt` beside the front page, and
 * each page as Markdown at its own address.
 *
 * @param options.base path of the site on its host; begins and ends with a slash
 */
export function createSiteFiles(
  options: PublicPagesOptions & { domain: string; base: string; pages: DocsPages },
): Handler {
  const { domain, base, pages, siteUrlOf } = options;
  return createPublicRoute(
    { ...options, basePath: '' },
    {
      method: 'GET',
      sentHeaders: [],
      find: (path) => ({ name: path.slice(base.length) }),
      answer({ name }, call) {
        const root = siteUrlOf(domain) ?? new URL(base, call.request.url).href;
        return answerCall(options, { domain, pages, siteUrl: null, root, name }, call);
      },
    },
  );
}

/** Answer with a file, or with the passages for the question in its address. @param found `root` is the address of all files */
async function answerCall(
  options: PublicPagesOptions,
  found: { domain: string; pages: DocsPages; siteUrl: string | null; root: string; name: string },
  { request, connection, charge }: PublicCall,
): Promise<Response> {
  const { domain, pages, name } = found;
  const question = questionOf(request);
  if (question !== null) {
    const client = createVisitorClient(request, connection, domain, options);
    const search = (sent: SearchRequest) => client.search(sent).catch(refuse);
    return answerPassages(pages, { name, question, search });
  }
  await charge();
  return answerFile(request, pages, found);
}

/** Refuse as the proxy did. @throws RequestRefusal */
function refuse(failure: unknown): never {
  if (!(failure instanceof RequestFailure)) throw failure;
  const { serverCode = '', message, retryAfter } = failure;
  if (!Object.hasOwn(SERVER_ERROR_STATUS, serverCode)) throw failure;
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  throw new RequestRefusal(serverCode as ServerErrorCode, message, { headers });
}
