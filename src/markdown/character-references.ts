import { wantRareSyntax } from './rare-syntax.ts';

/** Those that have to be written as references, and the one that writers use most. */
const COMMON_NAMES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** A character reference at `lastIndex`. */
export const CHARACTER_REFERENCE = /&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[A-Za-z][A-Za-z\d]{1,31});/y;

const ESCAPES = new RegExp(`\\\\([!-/:-@[-\`{-~])|${CHARACTER_REFERENCE.source}`, 'g');

/** What a character reference stands for; itself when the name is not known. */
export function decodeCharacterReference(reference: string): string {
  if (reference[1] !== '#') return readName(reference.slice(1, -1)) ?? reference;
  // `x1F` becomes `0x1F`, and `35` stays what it is.
  const code = Number('0' + reference.slice(2, -1));
  const isScalarValue = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isScalarValue ? String.fromCodePoint(code) : '\ufffd';
}

function readName(name: string): string | undefined {
  return Object.hasOwn(COMMON_NAMES, name) ? COMMON_NAMES[name] : wantRareSyntax()?.CHARACTERS.get(name);
}

/** Resolves the backslash escapes and character references of an address, a title or an info string. */
export function unescapeText(text: string): string {
  if (!/[\\&]/.test(text)) return text;
  return text.replace(ESCAPES, (match, escaped?: string) => escaped ?? decodeCharacterReference(match));
}
