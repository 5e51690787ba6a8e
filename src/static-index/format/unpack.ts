import { damaged, StaticIndexError } from './index-error.ts';
import { MAX_GZIP_LAYERS, MAX_PACKED_BYTES, MAX_UNPACKED_BYTES } from './limits.ts';

/**
 * Return the unpacked bytes of a file. A host may have unpacked it already (`Content-Encoding`), or packed it once more: gzip is
 * recognised by its first bytes (RFC 1952, 2.3.1).
 *
 * @throws StaticIndexError when it is truncated or too large
 */
export async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes.length > MAX_PACKED_BYTES && isGzip(bytes)) throw tooLarge();
  let unpacked = bytes;
  for (let layer = 0; layer < MAX_GZIP_LAYERS && isGzip(unpacked); layer++) unpacked = await gunzip(unpacked);
  if (unpacked.length > MAX_UNPACKED_BYTES) throw tooLarge();
  return unpacked;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function gunzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      chunks.push(next.value);
      length += next.value.length;
      if (length > MAX_UNPACKED_BYTES) throw tooLarge();
    }
  } catch (error) {
    void reader.cancel().catch(() => {});
    throw error instanceof StaticIndexError ? error : damaged('it cannot be unpacked');
  }
  const unpacked = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    unpacked.set(chunk, at);
    at += chunk.length;
  }
  return unpacked;
}

function tooLarge(): StaticIndexError {
  return new StaticIndexError('too-large', 'A file of the search index is too large.');
}
