import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { serveHandler, type RunningServer } from '../../src/node/serve-handler.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Serve the files of a folder, and `404.html` for what is not there, as static hosts do. */
export function serveFiles(
  folder: string,
  onRequest: (path: string) => void = () => {},
): Promise<RunningServer> {
  return serveHandler(async (request) => {
    const { pathname } = new URL(request.url);
    onRequest(pathname);
    const file = extname(pathname) === '' ? join(pathname, 'index.html') : pathname;
    const [body, status] = await readFile(join(folder, file)).then(
      (bytes) => [bytes, 200] as const,
      async () => [await readFile(join(folder, '404.html')), 404] as const,
    );
    const type = TYPES[status === 404 ? '.html' : extname(file)] ?? 'application/octet-stream';
    return new Response(new Uint8Array(body), { status, headers: { 'content-type': type } });
  });
}
