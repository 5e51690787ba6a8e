import type { CheckedStorage } from './storage.ts';
import { readUuid } from './stored-values.ts';

const FP_KEY = 'docs-assistant:fp';

/** Create a random UUID (version 4). Not by `crypto.randomUUID`, which pages without HTTPS do not have. */
export function createUuid(): string {
  const digits = crypto.getRandomValues(new Uint8Array(30));
  let count = 0;
  // RFC 9562, 5.4: version 4, and the variant, whose two free bits are left at 0.
  return '********-****-4***-8***-************'.replace(/\*/g, () => (digits[count++]! % 16).toString(16));
}

/** The visitor's `fp`: a random UUID made on first use and kept, never a fingerprint of the browser. */
export function readOrCreateFp(storage: CheckedStorage): string {
  const kept = storage.read(FP_KEY, readUuid);
  if (kept !== null) return kept;
  const fp = createUuid();
  storage.write(FP_KEY, fp);
  return fp;
}

/** Remove the visitor's id: the next request has a new `fp`. */
export function removeFp(storage: CheckedStorage): void {
  storage.remove(FP_KEY);
}
