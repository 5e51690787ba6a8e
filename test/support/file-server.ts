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
 * Serve the files of a folder, and `404.html` for what is not there, as static hosts do.
 *
 * @param policy Content-Security-Policy of all answers, which are reported to where they break it
 */
export async function serveFiles(folder: string, policy: string): Promise<FileServer> {
  const asked: string[] = [];
  const reports: unknown[] = [];
  const server = await serveHandler(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === REPORTS) {
      reports.push(await request.json());
      return new Response(null, { status: 204 });
    }
    asked.push(pathname);
    const file = extname(pathname) === '' ? join(pathname, 'index.html') : pathname;
    const [body, status] = await readFile(join(folder, file)).then(
      (bytes) => [bytes, 200] as const,
      async () => [await readFile(join(folder, '404.html')), 404] as const,
    );
    const type = TYPES[status === 404 ? '.html' : extname(file)] ?? 'application/octet-stream';
    const headers = { 'content-type': type, 'content-security-policy': `${policy}; report-uri ${REPORTS}` };
    return new Response(new Uint8Array(body), { status, headers });
  });
  return { url: server.url, asked, reports, [Symbol.asyncDispose]: () => server.close() };
}
