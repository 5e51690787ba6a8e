import type { DocsPages } from '../engine/pages/docs-pages.ts';
import { isReadingName, listedFile, LLMS_TXT } from '../engine/pages/reading-names.ts';
import { decodePath, encodePath } from '../engine/sections/site-path.ts';
import type { Handler } from '../node/request-listener.ts';
import { qualityOf } from '../service/pages/accept.ts';
import { putReadingLinks } from '../service/pages/reading-links.ts';

/** Header fields by which a browser asks whether its copy of a page is still the page. */
const CONDITIONS = ['if-none-match', 'if-modified-since'];
/** A file that is no page. */
const OTHER_FILE = /\.(?!html?$)[a-z]\w*$/i;
const HTML = 'text/html';
const MARKDOWN = 'text/markdown';

/** Options for {@link addReadingFiles}. */
export interface ReadingSiteOptions {
  /** Path of the site on its host; begins and ends with a slash. */
  base: string;
  pages: DocsPages;
  /** Whether pages get the addresses of the files, once there is an index: nobody waits for it. */
  hasLinks: boolean;
  /**
   * Answers with a file, by its name; with 404, or `null`, where there is none. Default: to everybody, with addresses on the host of the
   * request.
   */
  answer?: (
    request: Request,
    connection: Parameters<Handler>[1],
    name: string,
  ) => Response | null | Promise<Response | null>;
}

/**
 * Add to a site what `build --html` writes for programs that read: `llms.txt` and each page as Markdown, at its address with `.md` and
 * for whoever prefers Markdown, and their addresses in the pages. Files of the site itself come first.
 */
export function addReadingFiles(site: Handler, options: ReadingSiteOptions): Handler {
  const { base, pages, hasLinks, answer = (request, _, name) => readFile(request, options, name) } = options;
  let isReady = false;
  let isAsked = false;
  /** Ask again whether there is an index: the first one may come much later, or after a failure. */
  const look = async (): Promise<void> => {
    if (isReady || isAsked) return;
    isAsked = true;
    isReady = await pages.outline().then(
      () => true,
      () => false,
    );
    isAsked = false;
  };
  void look();
  return async (request, connection) => {
    const { pathname } = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !pathname.startsWith(base)) return site(request, connection);
    const name = decodePath(pathname.slice(base.length));
    const accept = request.headers.get('accept');
    if (accept !== null && qualityOf(MARKDOWN, accept) > qualityOf(HTML, accept)) {
      const file = await answer(request, connection, withoutEnding(name));
      if (file !== null && file.status !== 404) return file;
    }
    const response = await site(OTHER_FILE.test(name) ? request : withoutConditions(request), connection);
    if (response.status === 404 && isReadingName(name))
      return (await answer(request, connection, name)) ?? response;
    const isPage = response.status === 200 && response.headers.get('content-type')?.startsWith(HTML);
    if (!isPage) return response;
    response.headers.delete('etag');
    response.headers.set('cache-control', 'no-cache');
    response.headers.append('vary', 'Accept');
    void look();
    if (!hasLinks || !isReady || request.method === 'HEAD') return response;
    const page = await pages.read(encodePath(name)).catch(() => null);
    const file = page === null ? null : listedFile(page.path);
    const links = {
      list: base + LLMS_TXT,
      markdown: file === null ? null : base + encodePath(file),
    };
    const body = putReadingLinks(new Uint8Array(await response.arrayBuffer()), links);
    return new Response(body, { headers: response.headers });
  };
}

/** Answer with a file for reading programs. @returns `null` also while there is no index that could be read */
async function readFile(
  request: Request,
  { base, pages }: ReadingSiteOptions,
  name: string,
): Promise<Response | null> {
  const root = new URL(base, request.url).href;
  const text = await pages.file(name === '' ? 'index.md' : name, root).catch(() => null);
  if (text === null) return null;
  const headers = {
    'content-type': `${typeOf(name)}; charset=utf-8`,
    'cache-control': 'no-cache',
    vary: 'Accept',
  };
  return new Response(request.method === 'HEAD' ? null : text, { headers });
}

/** Return the address of a page without what leads to its file. */
function withoutEnding(name: string): string {
  return name.replace(/(?:^|\/)(?:index\.html)?$|\.html$/, '');
}

function typeOf(name: string): string {
  if (name.endsWith('.json')) return 'application/json';
  return /\.(?:txt|xml)$/.test(name) ? 'text/plain' : MARKDOWN;
}

function withoutConditions(request: Request): Request {
  const headers = new Headers(request.headers);
  for (const name of CONDITIONS) headers.delete(name);
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}
