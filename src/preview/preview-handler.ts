import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import type { Handler } from '../node/request-listener.ts';
import { elementsMarkup } from './elements-markup.ts';
import { MARKDOWN_SITE_STYLE } from './markdown-site.ts';
import { OWN_SEARCH_SCRIPT, OWN_SEARCH_STYLE } from './own-search.ts';

/** Path of everything that the preview adds to a site. No site uses it itself. */
export const PREVIEW_PATH = '/docs-assistant-preview';
/** Endpoint of the elements. */
export const PREVIEW_API_PATH = `${PREVIEW_PATH}/api`;
/** Path of the elements' files; ends with a slash. */
export const PREVIEW_CDN_PATH = `${PREVIEW_PATH}/cdn/`;

/** Style sheet of pages from Markdown. */
export const PREVIEW_PAGES_STYLE_PATH = `${PREVIEW_PATH}/pages.css`;

const STYLE_PATH = `${PREVIEW_PATH}/preview.css`;
const SCRIPT_PATH = `${PREVIEW_PATH}/preview.js`;
/** Place the search's button in the corner beside the launcher, where it does not cover navigation. */
const STYLE = `docs-search { position: fixed; inset-block-end: 28px; inset-inline-start: 24px; inline-size: min(17rem, 100vw - 14rem); z-index: 1000; }
@media print { docs-search { display: none; } }
`;
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Return the markup for every page: both elements, their script and their position. In ASCII. */
export function previewMarkup({
  hasModel,
  ...site
}: {
  domain: string;
  base: string;
  hasModel: boolean;
}): string {
  const style = toHtml(h('link', { rel: 'stylesheet', href: STYLE_PATH }));
  const keys = toHtml(h('script', { src: SCRIPT_PATH }));
  const lines = elementsMarkup({
    cdn: PREVIEW_CDN_PATH,
    sites: [{ endpoint: PREVIEW_API_PATH, ...site }],
    hasModel,
  });
  return style + keys + lines.join('');
}

/**
 * Combine a site, the files of the elements and their API.
 *
 * Requests with another host name than localhost are refused (DNS rebinding), because the previewed site may not be public yet.
 *
 * @param options.cdn files of the elements; the site has those that it does not find
 */
export function createPreview(options: {
  site: Handler;
  cdn: Handler;
  cdnPath: string;
  api: Handler;
  apiPath: string;
}): Handler {
  const { site, cdn, cdnPath, api, apiPath } = options;
  return async (request, connection) => {
    const { hostname, pathname } = new URL(request.url);
    if (!LOCAL_NAMES.has(hostname)) return new Response('Open the preview on localhost.\n', { status: 403 });
    if (pathname.startsWith(`${apiPath}/`)) return api(request, connection);
    if (pathname.startsWith(cdnPath)) {
      const response = await cdn(request, connection);
      if (response.status !== 404) return response;
    }
    if (pathname === STYLE_PATH) return send(STYLE + OWN_SEARCH_STYLE, 'text/css');
    if (pathname === SCRIPT_PATH) return send(OWN_SEARCH_SCRIPT, 'text/javascript');
    if (pathname === PREVIEW_PAGES_STYLE_PATH) return send(MARKDOWN_SITE_STYLE, 'text/css');
    return site(request, connection);
  };
}

function send(text: string, type: string): Response {
  const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' };
  return new Response(text, { headers });
}
