import { isUtf8 } from 'node:buffer';

const NUL = 0;

/**
 * Decode UTF-8, without byte order mark and with `\n` as the only line end. Invalid bytes become U+FFFD and make the text `damaged`.
 * `null` for a file with NUL, which is not text (UTF-16, an image with the wrong extension).
 */
export function decodeText(bytes: Uint8Array): { text: string; damaged: boolean } | null {
  if (bytes.includes(NUL)) return null;
  const text = new TextDecoder('utf-8').decode(bytes).replace(/\r\n?/g, '\n');
  return { text, damaged: !isUtf8(bytes) };
}
