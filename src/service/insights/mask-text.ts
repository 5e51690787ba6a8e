import { maskSecrets } from '../../protocol/mask-secrets.ts';

/** Maximum length of a text that is kept, in UTF-16 units. */
export const MAX_KEPT_CHARACTERS = 200;
/** Maximum number of characters of a longer text that are looked at. */
const MAX_READ_CHARACTERS = 4_000;

/** Controls, and characters without a width, by which a value can be cut so that no pattern finds it. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]+/gu;
/** An address with a scheme, or one that begins with `www.`: credentials, queries and paths of others with it. */
const LINK = /\b(?:[a-z][a-z\d+.-]{1,20}:\/\/|www\.)[^\s<>"']+/gi;
const HOME = /([\\/](?:home|users)[\\/])[^\s\\/]+/gi;
const UUID = /(?<![\da-z])[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\da-z])/gi;
/** Hashes and keys: hexadecimal, letters with digits, or both cases with digits. */
const HEX = /(?<![\p{L}\p{N}])(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{12,}(?![\p{L}\p{N}])/giu;
const LETTERS_AND_DIGITS = /(?<![a-z\d])(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{20,}(?![a-z\d])/gi;
const MIXED = /(?<![\w+/-])(?=[^\s\d]*\d)(?=[^\sa-z]*[a-z])(?=[^\sA-Z]*[A-Z])[\w+/-]{28,}={0,2}/g;
const IP4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)/g;
/** IPv6 (RFC 4291) and hardware addresses. */
const IP6 =
  /(?<![\w:])(?:(?:[\da-f]{1,4}:){4,7}[\da-f]{1,4}|(?=[\da-f:]*\d)[\da-f]{0,4}(?::[\da-f]{1,4}){0,6}::(?:[\da-f]{1,4}:){0,6}[\da-f]{0,4})(?![\w:])/gi;
/** Numbers of telephones, cards, accounts and customers: seven digits or more. */
const NUMBER = /\+?\p{Nd}(?:[\s()./-]{0,2}\p{Nd}){6,}/gu;
const PUNCTUATION_AT_END = /[\s?!.,;:¿¡？！。…]+$/u;

/**
 * Make a text of a reader fit to be kept and compared: without e-mail addresses, links, keys, numbers and addresses of machines, in
 * lower case, with single spaces, at most 200 characters. Best effort: a name written as a word is not found.
 *
 * @returns `''` if nothing is left
 */
export function maskText(text: string): string {
  const read = cutAtSpace(text.normalize('NFKC'))
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .replaceAll('%40', '@');
  const masked = maskSecrets(read)
    .replace(LINK, '[link]')
    .replace(HOME, '$1[name]')
    .replace(UUID, '[id]')
    .replace(IP6, '[address]')
    .replace(IP4, '[address]')
    .replace(HEX, '[secret]')
    .replace(LETTERS_AND_DIGITS, '[secret]')
    .replace(MIXED, '[secret]')
    .replace(NUMBER, '[number]');
  const kept = masked.toLowerCase().trim().slice(0, MAX_KEPT_CHARACTERS).replace(PUNCTUATION_AT_END, '');
  // The cut may have divided a character of two units.
  return kept.replace(/[\uD800-\uDBFF]$/, '').trim();
}

/** Cut a long text between two words, so that no part of a value is left that is not recognised any more. */
function cutAtSpace(text: string): string {
  if (text.length <= MAX_READ_CHARACTERS) return text;
  const cut = text.slice(0, MAX_READ_CHARACTERS);
  return cut.replace(/\s\S*$/, '');
}
