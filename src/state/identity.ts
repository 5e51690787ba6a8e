import type { CheckedStorage } from './storage.ts';
import { readUuid } from './stored-values.ts';

const FP_KEY = 'docs-assistant:fp';

/** A random UUID (version 4). Not `crypto.randomUUID`: that is missing on pages that are not served over HTTPS. */
export function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    // RFC 9562, 5.4: four bits of version, two bits of variant.
    const bits = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return bits.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The visitor's `fp`: a random UUID made on first use and kept, never a fingerprint of the browser. */
export function readOrCreateFp(storage: CheckedStorage): string {
  const kept = storage.read(FP_KEY, readUuid);
  if (kept !== null) return kept;
  const fp = createUuid();
  storage.write(FP_KEY, fp);
  return fp;
}

/** Forgets the visitor: the next request goes out with a new `fp`. */
export function removeFp(storage: CheckedStorage): void {
  storage.remove(FP_KEY);
}
