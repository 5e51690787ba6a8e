/** Changes the bytes of a body on their way. */
export interface ByteFilter {
  /** Takes the next bytes and gives those that may go on now, perhaps none. */
  push(bytes: Uint8Array): Uint8Array;
  /** Takes the end of the body and gives what was held back. */
  end(): Uint8Array;
}

/** Puts pieces together; a single one stays the same object. */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}

/** Sends bytes through one filter after the other. */
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
