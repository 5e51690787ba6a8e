import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';

const NUL = 0;
const BYTE_ORDER_MARKS: readonly [encoding: string, ...bytes: number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];
/** Bytes by which an encoding is guessed. */
const GUESS_BYTES = 64 * 1024;

/** Text of a file, with `\n` as the only line end. */
export interface DecodedText {
  text: string;
  /** What could not be read, as a sentence; `null`: nothing. */
  damage: string | null;
}

/** Return the encoding that a byte order mark at the beginning names. */
export function markedEncoding(bytes: Uint8Array): string | undefined {
  return BYTE_ORDER_MARKS.find(([, ...marks]) => marks.every((byte, at) => bytes[at] === byte))?.[0];
}

/**
 * Decode UTF-8, or UTF-16 with a byte order mark. Invalid bytes become U+FFFD, and are said. `null` for another file with NUL, which is
 * not text (an image with the wrong extension).
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const encoding = markedEncoding(bytes) ?? 'utf-8';
  if (encoding === 'utf-8' && bytes.includes(NUL)) return null;
  const text = new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, '\n');
  // UTF-32 begins with the mark of UTF-16.
  if (text.includes('\0')) return null;
  return { text, damage: encoding === 'utf-8' && !isUtf8(bytes) ? describeDamage(bytes) : null };
}

/** Return the sentence about a file that is not all UTF-8, with the encoding that it looks like. */
export function describeDamage(bytes: Uint8Array): string {
  const guess = analyse(bytes.subarray(0, GUESS_BYTES)).find(
    ({ name }) => name !== 'UTF-8' && name !== 'ASCII',
  );
  const looks = guess === undefined ? '' : ` It looks like ${guess.name}: save it as UTF-8.`;
  return `The file is not all UTF-8; what could not be read is shown as �.${looks}`;
}
