/** A character reference at `lastIndex`. */
export const CHARACTER_REFERENCE = /&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[A-Za-z][A-Za-z\d]{1,31});/y;

const ESCAPES = new RegExp(`\\\\([!-/:-@[-\`{-~])|${CHARACTER_REFERENCE.source}`, 'g');

/** Return the character of a reference such as `&auml;`; a reference that is `undefined` here stays as it is written. */
export type DecodeReference = (reference: string) => string | undefined;

/** Resolve the backslash escapes and character references of an address, a title or an info string. */
export function unescapeText(text: string, decode: DecodeReference): string {
  if (!/[\\&]/.test(text)) return text;
  return text.replace(ESCAPES, (match, escaped?: string) => escaped ?? decode(match) ?? match);
}
