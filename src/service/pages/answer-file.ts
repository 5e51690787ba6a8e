import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { DocsPages } from '../../engine/pages/docs-pages.ts';
import { RequestRefusal } from '../../protocol/requests/request-refusal.ts';

const pack = promisify(gzip);
/** Changes when the same index gives other files. */
const FORMAT = 1;
const ACCEPTS_GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i;

/**
 * Answer with a file for programs that read a documentation, packed, or with 304 if the sender has it.
 *
 * @param name percent-encoded, as in an address
 * @throws RequestRefusal `not-found`
 */
export async function answerFile(request: Request, pages: DocsPages, name: string): Promise<Response> {
  // Weak, because packed and unpacked bytes have the same tag.
  const etag = `W/"${FORMAT}-${(await pages.tag()).slice(0, 16)}"`;
  const headers = {
    etag,
    'content-type': `text/${name.endsWith('.txt') ? 'plain' : 'markdown'}; charset=utf-8`,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    // Search engines have the page itself.
    'x-robots-tag': 'noindex',
    vary: 'Accept-Encoding',
  };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  const text = await pages.file(decode(name));
  if (text === null) throw new RequestRefusal('not-found', 'There is nothing at this address.');
  if (!ACCEPTS_GZIP.test(request.headers.get('accept-encoding') ?? ''))
    return new Response(text, { headers });
  return new Response(await pack(text), { headers: { ...headers, 'content-encoding': 'gzip' } });
}

/** @throws RequestRefusal `not-found` for what cannot be decoded */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw new RequestRefusal('not-found', 'There is nothing at this address.');
  }
}
