import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A built site behind a port. */
export interface FileServer extends AsyncDisposable {
  /** Address of the site's front page. */
  url: string;
}

/**
 * Serve a folder as web servers do by default: a file at its exact path, `folder/` by the `index.html` in it, and `folder`
 * by a redirect to `folder/`. No endings are tried, and nothing stands in for a missing page.
 *
 * @param base Path below which the folder is served, with slashes around
 * @param options.hasCleanUrls Serve `page.html` at `page`, also beside a folder of that name, and redirect from its own path, as
 *   hosts do that are set up so
 */
export async function serveFiles(
  folder: string,
  base: string,
  { hasCleanUrls = false } = {},
): Promise<FileServer> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://site.invalid');
    const path = decodeURIComponent(pathname);
    const file = join(folder, path.slice(base.length), path.endsWith('/') ? 'index.html' : '');
    const status = path.startsWith(base) ? await stat(file).catch(() => null) : null;
    const mayBePage = hasCleanUrls && path.startsWith(base) && !status?.isFile();
    const page = mayBePage ? await readFile(`${file}.html`).catch(() => null) : null;
    if (page !== null) response.end(page);
    else if (hasCleanUrls && path.endsWith('.html'))
      response.writeHead(308, { location: pathname.replace(/(?:(?<=\/)index)?\.html$/, '') }).end();
    else if (status?.isDirectory()) response.writeHead(301, { location: `${pathname}/` }).end();
    else if (status === null) response.writeHead(404).end();
    else response.end(await readFile(file));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${base}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
