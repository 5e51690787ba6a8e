import { wantRareSyntax } from './rare-syntax.ts';

/** A character reference at `lastIndex`. */
export const CHARACTER_REFERENCE = /&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[A-Za-z][A-Za-z\d]{1,31});/y;

const ESCAPES = new RegExp(`\\\\([!-/:-@[-\`{-~])|${CHARACTER_REFERENCE.source}`, 'g');

/** What a character reference stands for; itself when the name is not known. */
export function decodeCharacterReference(reference: string): string {
  return wantRareSyntax()?.characterOf(reference) ?? reference;
}

/** Resolves the backslash escapes and character references of an address, a title or an info string. */
export function unescapeText(text: string): string {
  if (!/[\\&]/.test(text)) return text;
  return text.replace(ESCAPES, (match, escaped?: string) => escaped ?? decodeCharacterReference(match));
}
