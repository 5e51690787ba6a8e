import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { DocsPages } from '../../engine/pages/docs-pages.ts';
import { encodePath } from '../../engine/sections/site-path.ts';
import { LLMS_TXT } from '../../engine/pages/reading-names.ts';
import { RequestRefusal } from '../../protocol/requests/request-refusal.ts';
import { qualityOf } from './accept.ts';

const pack = promisify(gzip);
/** Changes when the same index gives other files. */
const FORMAT = 2;
const ACCEPTS_GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i;

/** Keeps search engines away: they have the page itself. */
export const NO_INDEXING = { 'x-content-type-options': 'nosniff', 'x-robots-tag': 'noindex' } as const;

/** Names of the files; a page has an address without one of these endings, too. */
const FILE = /\.(?:md|txt|json)$/;

/**
 * Answer with a file for programs that read a documentation, packed, or with 304 if the sender has it. At the address of a page,
 * senders that want HTML rather than Markdown are led to the page of the site, where that is known.
 *
 * @param name percent-encoded, as in an address
 * @param root address of the root of the files, for links in them. Default: links are relative
 * @param siteUrl address of the site's pages, which ends with a slash
 * @throws RequestRefusal `not-found`
 */
export async function answerFile(
  request: Request,
  pages: DocsPages,
  { name, siteUrl, root }: { name: string; siteUrl: string | null; root?: string | undefined },
): Promise<Response> {
  const isPage = !FILE.test(name);
  const vary = `${isPage ? 'Accept, ' : ''}Accept-Encoding`;
  if (isPage && siteUrl !== null && wantsHtml(request)) {
    const page = await pages.read(decodeName(name));
    if (page === null) throw missingFile(name);
    return new Response(null, { status: 302, headers: { location: siteUrl + encodePath(page.path), vary } });
  }
  // Weak, because packed and unpacked bytes have the same tag.
  const etag = `W/"${FORMAT}-${(await pages.tag()).slice(0, 16)}"`;
  const headers = {
    etag,
    'content-type': typeOf(name),
    'cache-control': 'no-cache',
    ...NO_INDEXING,
    vary,
  };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  const text = await pages.file(decodeName(name), root);
  if (text === null) throw missingFile(name);
  if (!ACCEPTS_GZIP.test(request.headers.get('accept-encoding') ?? ''))
    return new Response(text, { headers });
  return new Response(await pack(text), { headers: { ...headers, 'content-encoding': 'gzip' } });
}

function typeOf(name: string): string {
  if (name.endsWith('.json')) return 'application/json';
  return `text/${name.endsWith('.txt') ? 'plain' : 'markdown'}; charset=utf-8`;
}

function wantsHtml({ headers }: Request): boolean {
  const accept = headers.get('accept');
  return qualityOf('text/html', accept) > qualityOf('text/markdown', accept);
}

/** Decode the name of a file in an address. @throws RequestRefusal `not-found` for what cannot be decoded */
export function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw missingFile(name);
  }
}

/** Return the refusal for a name that is no file: it says how to find one. */
export function missingFile(name: string): RequestRefusal {
  const list = '../'.repeat(name.split('/').length - 1) + LLMS_TXT;
  return new RequestRefusal(
    'not-found',
    `There is nothing at this address. Pages: ${list}. Search them: ${list}?ask=QUESTION`,
  );
}
