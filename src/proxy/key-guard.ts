import { concatBytes, type ByteFilter } from './byte-filter.ts';

/** Shorter keys are not masked, because they are test keys and may be words of an answer. */
const MIN_KEY_LENGTH = 16;
const STAR = 42;

/** Return whether a text contains the key. */
export function hasKey(text: string, key: string): boolean {
  return key.length >= MIN_KEY_LENGTH && text.includes(key);
}

/**
 * Create a filter that replaces the key by stars, wherever it is in a body and however it is cut. Only a possible beginning of
 * the key at the end of a piece is held back until the next piece.
 *
 * @returns `null` for a key that is too short to mask
 */
export function createKeyGuard(key: string): ByteFilter | null {
  if (key.length < MIN_KEY_LENGTH) return null;
  const secret = new TextEncoder().encode(key);
  let held = new Uint8Array(0);

  /** Return how many bytes equal the beginning of the key. */
  function countEqual(bytes: Uint8Array, at: number): number {
    let count = 0;
    while (count < secret.length && at + count < bytes.length && bytes[at + count] === secret[count]) count++;
    return count;
  }

  return {
    push(piece) {
      let bytes = held.length === 0 ? piece : concatBytes([held, piece]);
      held = new Uint8Array(0);
      for (let at = bytes.indexOf(secret[0]!); at !== -1; at = bytes.indexOf(secret[0]!, at + 1)) {
        const equal = countEqual(bytes, at);
        if (equal === secret.length) bytes = bytes.slice().fill(STAR, at, at + equal);
        else if (at + equal === bytes.length) {
          held = bytes.slice(at);
          return bytes.subarray(0, at);
        }
      }
      return bytes;
    },
    end: () => held,
  };
}
