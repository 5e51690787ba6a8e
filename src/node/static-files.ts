import { realpath, stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { lookup } from 'mrmime';

/** A file below a folder that is served. */
export interface StaticFile {
  /** Path on this machine, without symbolic links. */
  readonly path: string;
  /** Media type by its name, with the charset of text. */
  readonly type: string;
  /** Entity tag: another one after every change. */
  readonly tag: string;
  readonly bytes: number;
}

/**
 * Find the file that a path of an address names.
 *
 * @param path Percent-encoded, as it stands in the address
 * @returns `null` for a folder, for what is missing, and for what lies outside of `folder`, also by a symbolic link
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
 * Answer with a file, or with 304 when the visitor has it already. The body is read as fast as the visitor takes it.
 *
 * @param options.body Sent in place of what is on disk.
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

/** @returns `null` for a path that cannot be decoded, or has characters that file names have not */
function decodePath(path: string): string | null {
  try {
    const name = decodeURIComponent(path);
    return name.includes('\0') || name.includes('\\') ? null : name;
  } catch {
    return null;
  }
}
