import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { serveHandler } from '../../../src/node/serve-handler.ts';

const compress = promisify(brotliCompress);
/** What static hosts compress, and the type of each. Indexes are compressed by those who wrote them. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
};
/** Names that change with the contents: of this project's files and Pagefind's. */
const HASHED = /\.idx$|-[\w-]{7}\.js$|_[\da-f]{7,}\.pf_\w+$/;

/** Milliseconds until the host answers, so that what the page does not wait for is not there as well. */
const LATENCY = 50;

/** A request that reached the host. */
export interface ServedRequest {
  path: string;
  /** Bytes of the body as they were sent; none if nobody waited for them any more. */
  bytes: number;
  /** When it was answered, in milliseconds since the epoch; infinite until then. */
  answeredAt: number;
}

/** A static host near by that compresses with brotli at its highest level, as those do that compress a deployment once. */
export interface BenchSite extends AsyncDisposable {
  url: string;
  /** What was asked for, in order. */
  log: ServedRequest[];
}

/** Serve folders and texts by the beginning of their addresses. */
export async function serveSite(
  folders: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>>,
): Promise<BenchSite> {
  const log: ServedRequest[] = [];
  const kept = new Map<string, Promise<{ body: Buffer; encoding: string | null }>>();
  const find = async (path: string): Promise<Buffer> => {
    const text = texts[path];
    if (text !== undefined) return Buffer.from(text);
    const [prefix, folder] = Object.entries(folders).find(([prefix]) => path.startsWith(prefix))!;
    return readFile(join(folder, path.slice(prefix.length)));
  };
  const load = async (path: string) => {
    const body = await find(path);
    return extname(path) in TYPES ? { body: await compress(body), encoding: 'br' } : { body, encoding: null };
  };
  // Compressed before anything is measured: the index of MiniSearch takes seconds.
  for (const path of Object.keys(texts)) {
    kept.set(path, load(path));
    await kept.get(path);
  }
  const server = await serveHandler(async (request) => {
    const path = new URL(request.url).pathname;
    const entry = { path, bytes: 0, answeredAt: Infinity };
    log.push(entry);
    try {
      await wait(LATENCY, undefined, { signal: request.signal });
      if (!kept.has(path)) kept.set(path, load(path));
      const { body, encoding } = await kept.get(path)!;
      const tag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
      const headers = new Headers({
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'cache-control': HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        etag: tag,
        ...(encoding && { 'content-encoding': encoding }),
      });
      entry.answeredAt = performance.timeOrigin + performance.now();
      if (request.headers.get('if-none-match') === tag) return new Response(null, { status: 304, headers });
      entry.bytes = body.length;
      return new Response(new Uint8Array(body), { headers });
    } catch {
      return new Response('Not found', { status: 404 });
    }
  });
  return { url: server.url, log, [Symbol.asyncDispose]: () => server.close() };
}
