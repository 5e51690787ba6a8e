import { isUtf8 } from 'node:buffer';

const NUL = 0;
/** Bytes in which a page has to name its encoding, and somewhat more: comments stand before it. */
const DECLARATION_BYTES = 4_096;
const DECLARATION = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i;
const BYTE_ORDER_MARKS: readonly [encoding: string, ...bytes: number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];
/** What browsers take pages for that name no encoding and are no UTF-8. */
const FALLBACK_ENCODING = 'windows-1252';

/**
 * Reads a page in its encoding: by byte order mark, by `<meta charset>`, else as UTF-8. What cannot be read becomes U+FFFD and
 * makes the text `damaged`. `null`: a NUL says that this is no text.
 */
export function decodeHtml(bytes: Uint8Array): { text: string; damaged: boolean } | null {
  const mark = BYTE_ORDER_MARKS.find(([, ...marks]) => marks.every((byte, at) => bytes[at] === byte));
  if (mark === undefined && bytes.includes(NUL)) return null;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES));
  // HTML 13.2.3.2: what is read byte by byte so far is not UTF-16, whatever it says.
  const declared = DECLARATION.exec(head)?.[1]?.replace(/^utf-16.*$/i, 'utf-8');
  const decoder =
    openDecoder(mark?.[0] ?? declared) ?? openDecoder(isUtf8(bytes) ? 'utf-8' : FALLBACK_ENCODING)!;
  const text = decoder.decode(bytes).replace(/\r\n?/g, '\n');
  return { text, damaged: decoder.encoding === 'utf-8' && !isUtf8(bytes) };
}

/** `undefined` for an encoding that nobody knows. */
function openDecoder(label: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
