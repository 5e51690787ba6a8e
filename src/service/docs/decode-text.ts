import { isUtf8 } from 'node:buffer';

const NUL = 0;

/**
 * Reads bytes as UTF-8 without byte order mark and with `\n` as the only line end. Bytes that are no UTF-8 become U+FFFD and
 * make the text `damaged`. `null`: a NUL says that this is no text (UTF-16, an image with the wrong ending).
 */
export function decodeText(bytes: Uint8Array): { text: string; damaged: boolean } | null {
  if (bytes.includes(NUL)) return null;
  const text = new TextDecoder('utf-8').decode(bytes).replace(/\r\n?/g, '\n');
  return { text, damaged: !isUtf8(bytes) };
}
