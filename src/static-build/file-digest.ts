import { createHash } from 'node:crypto';

/** Return the digest of a file by which it is known again. */
export function fileDigest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url');
}
