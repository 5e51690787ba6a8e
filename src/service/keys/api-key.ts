import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyKind, KeyRecord, KeyStore } from '../storage/service-store.ts';
import { digestOf } from './digest.ts';

/** As many bits as the digest has: nothing shorter than trying them all finds a key. */
const SECRET_BYTES = 32;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Digits of base 62 that 256 bits and 32 bits take. */
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const ID_BYTES = 6;
/** Longest label of a key. */
export const MAX_LABEL_CHARACTERS = 100;

/**
 * What a key of ours looks like: `docs_assistant_` or `docs_admin_`, 43 digits of secret, 6 of checksum. Secret scanners find
 * it by the prefix, and the checksum tells it from what only looks alike.
 */
const FORM = /^(docs_(?:assistant|admin)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** A key that was just made. */
export interface NewKey {
  /** Names the key in lists. */
  id: string;
  /** The key itself: shown once, kept nowhere. */
  key: string;
}

/**
 * Make a key and keep its digest. Keys are random, not chosen: there is no dictionary to try, so a fast hash gives nothing away,
 * while a slow one as for passwords would be paid with every request.
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

/** Whether a text is a key of our making: what is cut or mistyped is not. */
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

/** Base 62, because a double click selects all of it and no shell or URL minds it. */
function writeDigits(number: bigint, length: number): string {
  const base = BigInt(DIGITS.length);
  let digits = '';
  for (let rest = number; digits.length < length; rest /= base) digits = DIGITS[Number(rest % base)] + digits;
  return digits;
}
