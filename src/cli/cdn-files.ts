import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { findFile, sendFile, type StaticFile } from '../node/static-files.ts';
import { errorResponse } from '../protocol/failures/server-error.ts';

/** Path below which a server has the elements' files; ends with a slash. */
export const CDN_PATH = '/cdn/';

/** The bundles of this package; where this runs from source, those that `npm run build` has made. */
const CDN_FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/cdn/' : '../cdn/', import.meta.url),
);
/** Rollup's hash at the end of a chunk's name: another name for every change. */
const HASHED = /-[\w-]{8}\.js(?:\.map)?$/;
/** Entries keep their names; visitors ask whether one has changed after ten minutes. */
const ENTRY_CACHE = 'public, max-age=600';
const HASHED_CACHE = 'public, max-age=31536000, immutable';

const encoders = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
};
type Encoding = keyof typeof encoders;

/**
 * Create the handler of the elements' files: any page may load them, compressed, and those with a hash in their name are kept
 * for good.
 *
 * @param prefix Path that the files are below; ends with a slash.
 */
export function createCdnHandler(prefix = CDN_PATH): (request: Request) => Promise<Response> {
  /** By encoding and tag. There are a few dozen small files. */
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
      'cache-control': HASHED.test(file.path) ? HASHED_CACHE : ENTRY_CACHE,
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
