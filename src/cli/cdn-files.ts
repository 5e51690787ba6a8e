import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createFolder } from '../service/storage/create-folder.ts';
import { findFile, sendFile, type StaticFile } from '../node/static-files.ts';
import { errorResponse } from '../protocol/failures/server-error.ts';

/** Path of the elements' files on a server; ends with a slash. */
export const CDN_PATH = '/cdn/';

/** The bundles of this package; when running from source, those of `npm run build`. */
const CDN_FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/cdn/' : '../cdn/', import.meta.url),
);
/** The hash of Rollup at the end of a name. `actions` is no hash: the entry `page-actions.js`. */
const HASH = /-(?!actions\.)[\w-]{7}\.js(?:\.map)?$/;
/** Entries keep their names, so that browsers revalidate them after ten minutes. */
const ENTRY_CACHE = 'public, max-age=600';
const HASHED_CACHE = 'public, max-age=31536000, immutable';

const encoders = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
};
type Encoding = keyof typeof encoders;

/** Return whether a file is a piece that other files load, whose name differs after every change. The others are named by pages. */
export function isCdnPiece(name: string): boolean {
  return HASH.test(name);
}

/** Whether the bundles are there: always in the package, in its source after a build. */
export function hasCdnFiles(): boolean {
  return existsSync(CDN_FOLDER);
}

/** Copy the elements' files into a folder. */
export async function copyCdnFiles(folder: string): Promise<void> {
  createFolder(folder);
  await cp(CDN_FOLDER, folder, { recursive: true, filter: (name) => !name.endsWith('.map') });
}

/**
 * Create the handler of the elements' files: with CORS for any page, compressed, and files with a hash in their name as
 * immutable.
 *
 * @param prefix path of the files; ends with a slash
 */
export function createCdnHandler(prefix = CDN_PATH): (request: Request) => Promise<Response> {
  /** Cache of compressed files by encoding and tag. There are a few dozen small files. */
  const encoded = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  function encode(file: StaticFile, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    const key = `${encoding} ${file.path} ${file.tag}`;
    const known = encoded.get(key);
    if (known) return known;
    const bytes = readFile(file.path)
      .then(encoders[encoding])
      .then((result) => new Uint8Array(result));
    encoded.set(key, bytes);
    bytes.catch(() => encoded.delete(key));
    return bytes;
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    const file = await findFile(CDN_FOLDER, pathname.slice(prefix.length));
    if (file === null) return errorResponse('not-found', 'There is nothing at this address.');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return errorResponse('method-not-allowed', 'Use GET.', { headers: { allow: 'GET, HEAD' } });
    }
    const headers = {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': isCdnPiece(file.path) ? HASHED_CACHE : ENTRY_CACHE,
      vary: 'accept-encoding',
    };
    const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? '');
    if (encoding === null) return sendFile(request, file, { headers });
    return sendFile(request, file, {
      headers: { ...headers, 'content-encoding': encoding, etag: file.tag.replace(/"$/, `-${encoding}"`) },
      body: await encode(file, encoding),
    });
  };
}

function chooseEncoding(accepted: string): Encoding | null {
  const names = accepted
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => !/;\s*q=0(?:\.0*)?$/.test(entry))
    .map((entry) => entry.split(';')[0]);
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null;
}
