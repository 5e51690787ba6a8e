import { createHash } from 'node:crypto';
import type { Handler } from '../node/request-listener.ts';
import { CARD_TYPE, CATALOG_TYPE, writeCatalog, writeServerCard } from '../mcp/server-card.ts';
import { errorResponse } from '../protocol/failures/server-error.ts';
import { MCP_CARD, MCP_CATALOG, SKILLS_FOLDER } from '../engine/pages/reading-names.ts';
import { PAGES_PATH, type PublicPagesOptions } from './public-pages.ts';
import { MCP_PATH } from './public-mcp.ts';

/** Addresses on the host itself by which programs find what is there. The card has two: that of the catalog, and one of earlier drafts. */
const CATALOG = `/${MCP_CATALOG}`;
const CARD = `/${MCP_CARD}`;
const SKILLS = `/${SKILLS_FOLDER}/`;
const CARD_PATH = '/server-card';

/** What the draft asks for: everybody may read a card. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'access-control-expose-headers': 'ETag',
  'cache-control': 'public, max-age=3600',
  'x-content-type-options': 'nosniff',
};

/** Return whether a path is for {@link createPublicCards}. */
export function isCardPath(path: string, basePath: string): boolean {
  const isCard = path.startsWith(`${basePath}${MCP_PATH}/`) && path.endsWith(CARD_PATH);
  return isCard || path === CATALOG || path === CARD || path.startsWith(SKILLS);
}

/**
 * Create the handler of what lets programs find the rest: the cards of the servers for agents at `GET /mcp/server-card` and
 * `GET /mcp/{domain}/server-card` below the base path, and on the host their catalog and the skills of the first domain.
 */
export function createPublicCards(options: PublicPagesOptions): Handler {
  const { basePath, domains, pagesOf, siteUrlOf, publicUrl, isOpenTo, onFailure } = options;
  const [first = ''] = domains;

  async function find(path: string, origin: string): Promise<{ type: string; value: unknown } | null> {
    const urlOf = (domain: string) => `${origin}${basePath}${MCP_PATH}/${domain}`;
    if (path === CATALOG) {
      const servers = domains.map((domain) => ({ domain, url: urlOf(domain) }));
      return { type: CATALOG_TYPE, value: writeCatalog(new URL(origin).hostname, servers) };
    }
    const named =
      path === CARD ? '' : path.slice(`${basePath}${MCP_PATH}`.length, -CARD_PATH.length).slice(1);
    const domain = named || first;
    const pages = domains.includes(domain) ? pagesOf(domain) : null;
    if (pages === null) return null;
    const url = urlOf(domain);
    return {
      type: CARD_TYPE,
      value: writeServerCard(await pages.outline(), { domain, url, siteUrl: siteUrlOf(domain) }),
    };
  }

  return async (request, connection) => {
    const { pathname, origin } = new URL(request.url);
    if (!isOpenTo(request, connection)) return errorResponse('forbidden', 'Allow the site with --site.');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return errorResponse('method-not-allowed', 'Use GET.', { headers: { allow: 'GET, HEAD' } });
    // Links of a skill are relative to its file.
    if (pathname.startsWith(SKILLS))
      return new Response(null, {
        status: 302,
        headers: { location: `${basePath}${PAGES_PATH}/${first}${pathname}` },
      });
    try {
      const found = await find(pathname, publicUrl ?? origin);
      if (found === null) return errorResponse('not-found', 'There is nothing at this address.');
      const body = JSON.stringify(found.value, null, 2);
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      const headers = { ...HEADERS, etag, 'content-type': found.type };
      const isKnown = request.headers.get('if-none-match') === etag;
      return new Response(isKnown ? null : body, { status: isKnown ? 304 : 200, headers });
    } catch (error) {
      onFailure(error);
      return errorResponse('unavailable', 'The documentation cannot be read at the moment.');
    }
  };
}
