import { realpath, stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { lookup } from 'mrmime';

/** A file to serve. */
export interface StaticFile {
  /** Absolute path without symbolic links. */
  readonly path: string;
  /** Media type by extension, with the charset of text. */
  readonly type: string;
  /** Entity tag, which differs after every change. */
  readonly tag: string;
  readonly bytes: number;
}

/**
 * Find the file for a path of an address.
 *
 * @param path percent-encoded, as in the address
 * @returns `null` for a folder, for a missing file, and for one outside of `folder`, also by a symbolic link
 */
export async function findFile(folder: string, path: string): Promise<StaticFile | null> {
  const name = decodePath(path);
  if (name === null) return null;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, name));
    const stats = await stat(file);
    if (!stats.isFile() || !file.startsWith(root + sep)) return null;
    const type = lookup(extname(file)) ?? 'application/octet-stream';
    return {
      path: file,
      type: /^text\/|[/+](?:json|javascript|xml)$/.test(type) ? `${type}; charset=utf-8` : type,
      tag: `"${stats.mtimeMs.toString(36)}-${stats.size.toString(36)}"`,
      bytes: stats.size,
    };
  } catch {
    return null;
  }
}

/**
 * Answer with a file, or with 304 if the visitor has it in its cache. The body is streamed with backpressure.
 *
 * @param options.body replaces the content of the file
 */
export function sendFile(
  request: Request,
  file: StaticFile,
  options: {
    headers?: Record<string, string>;
    body?: Uint8Array<ArrayBuffer> | string;
    status?: number;
  } = {},
): Response {
  const headers = new Headers({
    'content-type': file.type,
    etag: file.tag,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    ...options.headers,
  });
  if (request.headers.get('if-none-match') === headers.get('etag'))
    return new Response(null, { status: 304, headers });
  const isHead = request.method === 'HEAD';
  const body = isHead
    ? null
    : (options.body ??
      (Readable.toWeb(createReadStream(file.path)) as ReadableStream<Uint8Array<ArrayBuffer>>));
  return new Response(body, { status: options.status ?? 200, headers });
}

/** @returns `null` for a path that cannot be decoded, or has characters that are not allowed in file names */
function decodePath(path: string): string | null {
  try {
    const name = decodeURIComponent(path);
    return name.includes('\0') || name.includes('\\') ? null : name;
  } catch {
    return null;
  }
}
