import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import type { Handler } from '../node/request-listener.ts';
import { elementsMarkup } from './elements-markup.ts';
import { MARKDOWN_SITE_STYLE } from './markdown-site.ts';

/** Path of everything that the preview adds to a site: no site has it itself. */
export const PREVIEW_PATH = '/docs-assistant-preview';
/** Where the elements ask. */
export const PREVIEW_API_PATH = `${PREVIEW_PATH}/api`;
/** Where the elements' files are; ends with a slash. */
export const PREVIEW_CDN_PATH = `${PREVIEW_PATH}/cdn/`;

/** Style sheet of the pages that the preview makes of Markdown. */
export const PREVIEW_PAGES_STYLE_PATH = `${PREVIEW_PATH}/pages.css`;

const STYLE_PATH = `${PREVIEW_PATH}/preview.css`;
/** The search's button stands in the corner beside the launcher's, where it covers no navigation. */
const STYLE = `docs-search { position: fixed; inset-block-end: 28px; inset-inline-start: 24px; inline-size: min(17rem, 100vw - 14rem); z-index: 1000; }
@media print { docs-search { display: none; } }
`;
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What every page gets: both elements, their script and their place. In ASCII. */
export function previewMarkup(site: { domain: string; base: string }): string {
  const style = toHtml(h('link', { rel: 'stylesheet', href: STYLE_PATH }));
  const lines = elementsMarkup({
    cdn: PREVIEW_CDN_PATH,
    endpoint: PREVIEW_API_PATH,
    sites: [site],
    searchVariant: 'dialog',
  });
  return style + lines.join('');
}

/**
 * Put a site, the files of the elements and what answers them together.
 *
 * A page of another host that has its name lead to this machine is refused: what is previewed may not be public yet.
 */
export function createPreview(options: { site: Handler; cdn: Handler; api: Handler }): Handler {
  const { site, cdn, api } = options;
  return (request, connection) => {
    const { hostname, pathname } = new URL(request.url);
    if (!LOCAL_NAMES.has(hostname)) return new Response('Open the preview on localhost.\n', { status: 403 });
    if (pathname.startsWith(`${PREVIEW_API_PATH}/`)) return api(request, connection);
    if (pathname.startsWith(PREVIEW_CDN_PATH)) return cdn(request, connection);
    if (pathname === STYLE_PATH) return sendStyle(STYLE);
    if (pathname === PREVIEW_PAGES_STYLE_PATH) return sendStyle(MARKDOWN_SITE_STYLE);
    return site(request, connection);
  };
}

function sendStyle(text: string): Response {
  const headers = { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' };
  return new Response(text, { headers });
}
