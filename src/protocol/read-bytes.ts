/**
 * Collect a body of at most `maxBytes`.
 *
 * @param announcedBytes Value of `Content-Length`, if there is one: a body that is too long by it is not read.
 * @returns `null` when it is longer; the rest is not read then
 */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  announcedBytes = 0,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (announcedBytes > maxBytes) {
    await body?.cancel();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // By a reader, because streams of Safari are not iterable.
  const reader = body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.byteLength;
    if (length > maxBytes) {
      await reader?.cancel();
      return null;
    }
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
