import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { decodePath } from '../engine/sections/site-path.ts';
import { isReadingName } from '../engine/pages/reading-names.ts';
import type { Handler } from '../node/request-listener.ts';
import { createBuiltSite } from '../preview/built-site.ts';
import { addReadingFiles } from '../preview/reading-site.ts';
import { qualityOf } from '../service/pages/accept.ts';
import { localFolderOf, sourceOf, type ProjectOptions } from '../service/project-options.ts';
import { isCardPath } from './public-cards.ts';
import { createSiteFiles, type PublicPagesOptions } from './public-pages.ts';
import { UsageError } from './read-option.ts';

/** Names that no web server gives out, such as `.git` and `.env`. */
const HIDDEN = /(?:^|\/)\.(?!well-known(?:\/|$))/;

/** Return the folder of the built site whose pages are served. @throws UsageError when the first project is none */
export function readPagesFolder([project]: readonly ProjectOptions[]): string {
  const folder = project === undefined ? null : localFolderOf(sourceOf(project));
  if (folder !== null && existsSync(join(folder, 'index.html'))) return folder;
  throw new UsageError(
    `--pages serves a built site: ${folder ?? 'a git repository'} has no index.html. Name the folder that your generator writes, such as ./dist.`,
  );
}

/**
 * Serve the built site of the first domain: its pages with the addresses for programs that read, each also as Markdown, and the lists.
 * Everything else, and what the site does not have, goes to `rest`.
 */
export function withSitePages(
  options: PublicPagesOptions & { folder: string; base: string },
  rest: Handler,
): Handler {
  const { folder, base, basePath, domains, pagesOf, isOpenTo } = options;
  const [domain = ''] = domains;
  const pages = pagesOf(domain);
  if (pages === null) return rest;
  const site = addReadingFiles(createBuiltSite({ folder, base, markup: '' }), {
    base,
    pages,
    hasLinks: true,
    answer: createSiteFiles({ ...options, domain, base, pages }),
  });
  return async (request, connection) => {
    const { pathname } = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const name = decodePath(pathname);
    const isOther =
      `${pathname}/`.startsWith(`${basePath}/`) || isCardPath(pathname, basePath) || HIDDEN.test(name);
    if (!isRead || isOther || !isOpenTo(request, connection)) return rest(request, connection);
    const page = await site(request, connection);
    if (page.status !== 404) return page;
    const other = await rest(request, connection);
    return other.status === 404 && (isReadingName(name.slice(1)) || wantsHtml(request)) ? page : other;
  };
}

function wantsHtml({ headers }: Request): boolean {
  const accept = headers.get('accept');
  return qualityOf('text/html', accept) > qualityOf('application/json', accept);
}
