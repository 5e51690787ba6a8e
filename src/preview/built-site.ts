import { readFile } from 'node:fs/promises';
import type { Handler } from '../node/request-listener.ts';
import { findFile, sendFile, type StaticFile } from '../node/static-files.ts';
import { putIntoPage } from './elements-markup.ts';

/** Options for a built site. */
export interface BuiltSiteOptions {
  folder: string;
  /** Path of the site on its host; begins and ends with a slash. */
  base: string;
  /** Added to the end of every page, in ASCII. */
  markup: string;
}

/**
 * Create a handler that serves a built site with markup added to every page. Addresses lead to files as on static hosts: `x/` to
 * `x/index.html`, `x` to `x` or `x.html`, and unknown ones to the site's own `404.html`.
 */
export function createBuiltSite({ folder, base, markup }: BuiltSiteOptions): Handler {
  async function send(request: Request, file: StaticFile, status = 200): Promise<Response> {
    if (!file.type.startsWith('text/html')) return sendFile(request, file, { status });
    const body = putIntoPage(await readFile(file.path), markup);
    // No charset, so that the declaration in the page decides.
    const headers = { 'content-type': 'text/html', etag: file.tag.replace(/"$/, '-preview"') };
    return sendFile(request, file, { status, body, headers });
  }

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 });
    const { pathname, search } = new URL(request.url);
    if (!`${pathname}/`.startsWith(base)) {
      return pathname === '/' ? redirect(base) : answerMissing();
    }
    const path = pathname.slice(base.length);
    const file = await findPage(folder, path);
    if (file !== null) return send(request, file);
    if (path !== '' && !path.endsWith('/') && (await findFile(folder, `${path}/index.html`)))
      return redirect(`${pathname}/${search}`);
    const missing = await findFile(folder, '404.html');
    return missing === null ? answerMissing() : send(request, missing, 404);
  };
}

async function findPage(folder: string, path: string): Promise<StaticFile | null> {
  if (path === '' || path.endsWith('/')) return findFile(folder, `${path}index.html`);
  return (await findFile(folder, path)) ?? (await findFile(folder, `${path}.html`));
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

function answerMissing(): Response {
  return new Response('There is no such page.\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
