import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyKind, KeyRecord, KeyStore } from '../storage/service-store.ts';
import { digestOf } from './digest.ts';

/** As many bytes as the digest, so that guessing the key is not easier than guessing the digest. */
const SECRET_BYTES = 32;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Base-62 digits for 256 bits and for 32 bits. */
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const ID_BYTES = 6;
/** Maximum length of a label of a key. */
export const MAX_LABEL_CHARACTERS = 100;

/**
 * Format of a key: `docs_assistant_` or `docs_admin_`, 43 digits of secret, 6 of checksum. Secret scanners find it by the prefix,
 * and the checksum rules out texts that only look like a key.
 */
const FORM = /^(docs_(?:assistant|admin)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** A new key. */
export interface NewKey {
  /** Identifies the key in lists. */
  id: string;
  /** The text of the key. It is shown once and not stored. */
  key: string;
}

/**
 * Create a key and store its digest. A fast hash is enough, because keys are random and no dictionary contains them, whereas a
 * slow password hash would delay every request.
 */
export async function addKey(
  store: KeyStore,
  options: Pick<KeyRecord, 'kind' | 'projectId' | 'label'>,
): Promise<NewKey> {
  const id = `key_${randomBytes(ID_BYTES).toString('hex')}`;
  const key = createKey(options.kind);
  await store.add({ id, ...options }, digestOf(key));
  return { id, key };
}

/** Return whether a text is a complete key with the correct checksum. */
export function isWellFormed(key: string): boolean {
  const [, body, checksum] = FORM.exec(key) ?? [];
  return body !== undefined && checksumOf(body) === checksum;
}

function createKey(kind: KeyKind): string {
  const secret = BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`);
  const body = `docs_${kind}_${writeDigits(secret, SECRET_DIGITS)}`;
  return body + checksumOf(body);
}

function checksumOf(body: string): string {
  return writeDigits(BigInt(crc32(body)), CHECKSUM_DIGITS);
}

/** Base 62, because a double click selects it as a whole and it needs no quoting in shells and URLs. */
function writeDigits(number: bigint, length: number): string {
  const base = BigInt(DIGITS.length);
  let digits = '';
  for (let rest = number; digits.length < length; rest /= base) digits = DIGITS[Number(rest % base)] + digits;
  return digits;
}
