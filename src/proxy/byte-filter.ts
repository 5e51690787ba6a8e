/** A transformation of a body's bytes. */
export interface ByteFilter {
  /** Take the next bytes and return those that may pass now, possibly none. */
  push(bytes: Uint8Array): Uint8Array;
  /** Take the end of the body and return the bytes that were held back. */
  end(): Uint8Array;
}

/** Join chunks. A single chunk is returned as it is. */
export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Apply filters one after the other. */
export function chainFilters(filters: readonly ByteFilter[]): ByteFilter {
  return {
    push: (bytes) => filters.reduce((passed, filter) => filter.push(passed), bytes),
    end: () =>
      filters.reduce(
        (passed, filter) => concatBytes([filter.push(passed), filter.end()]),
        new Uint8Array(0) as Uint8Array,
      ),
  };
}
