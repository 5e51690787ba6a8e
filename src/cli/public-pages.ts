import type { Handler } from '../node/request-listener.ts';
import { LLMS_FULL_TXT, LLMS_TXT } from '../engine/pages/reading-names.ts';
import type { DocsPages } from '../engine/pages/docs-pages.ts';
import { answerFile } from '../service/pages/answer-file.ts';
import { createPublicRoute, readDomain, unknownDomain, type PublicRouteOptions } from './public-route.ts';

/** Path of the files, below the base path. A domain and the name of a file follow. */
export const PAGES_PATH = '/pages';
/** Paths that lead to the files of the first domain. */
export const SHORT_PATHS: readonly string[] = [LLMS_TXT, LLMS_FULL_TXT].map((name) => `/${name}`);

export interface PublicPagesOptions extends PublicRouteOptions {
  /** @returns `null` for an unknown domain */
  pagesOf(domain: string): DocsPages | null;
  /** @returns the address of the site's pages, which ends with a slash; `null`: unknown */
  siteUrlOf(domain: string): string | null;
}

/** Create the handler of `GET /pages/{domain}/…` below the base path: the files for programs that read a documentation. */
export function createPublicPages(options: PublicPagesOptions): Handler {
  const { basePath, domains, pagesOf, siteUrlOf } = options;
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
        pages,
        siteUrl: siteUrlOf(domain),
        name: names.join('/'),
        address: `${basePath}${PAGES_PATH}/${domain}/${names.join('/')}`,
        isShort,
      };
    },
    async answer({ pages, siteUrl, name, address, isShort }, { request, charge }) {
      // Links are relative to the file.
      if (isShort) return new Response(null, { status: 302, headers: { location: address } });
      await charge();
      return answerFile(request, pages, { name, siteUrl });
    },
  });
}
