import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { serveHandler } from '../../src/node/serve-handler.ts';

/** The files of a folder behind a port. */
export interface FileServer extends AsyncDisposable {
  /** Address of the folder, without a slash at the end. */
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
  /** What browsers report that the policy has refused. */
  readonly reports: unknown[];
  /** Called before an answer, which waits for it. */
  before: (path: string) => Promise<void> | void;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const REPORTS = '/policy-reports';

/**
 * Serve the files of a folder, a page without its ending, and `404.html` for what is not there, as static hosts do.
 *
 * @param policy Content-Security-Policy of all answers, which are reported to where they break it
 */
export async function serveFiles(folder: string, policy: string): Promise<FileServer> {
  const asked: string[] = [];
  const reports: unknown[] = [];
  const files = { asked, reports, before: (_path: string): Promise<void> | void => {} };
  const server = await serveHandler(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === REPORTS) {
      reports.push(await request.json());
      return new Response(null, { status: 204 });
    }
    asked.push(pathname);
    await files.before(pathname);
    const isPage = extname(pathname) === '';
    const names = isPage ? [join(pathname, 'index.html'), `${pathname}.html`] : [pathname];
    const found = await Promise.any(names.map((name) => readFile(join(folder, name)))).catch(() => null);
    const body = found ?? (await readFile(join(folder, '404.html')));
    const status = found ? 200 : 404;
    const type = TYPES[isPage || !found ? '.html' : extname(pathname)] ?? 'application/octet-stream';
    const headers = { 'content-type': type, 'content-security-policy': `${policy}; report-uri ${REPORTS}` };
    return new Response(new Uint8Array(body), { status, headers });
  });
  return Object.assign(files, { url: server.url, [Symbol.asyncDispose]: () => server.close() });
}
