import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Return the SHA-256 digest of a secret. Digests have one length whatever was sent, so that they can be compared in constant
 * time.
 */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compare two digests of {@link digestOf} in constant time. */
export function isSameDigest(a: Buffer, b: Buffer): boolean {
  return timingSafeEqual(a, b);
}
