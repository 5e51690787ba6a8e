import { isUtf8 } from 'node:buffer';

const NUL = 0;
/** Bytes that are searched for the declared encoding: more than the standard demands, because of comments before it. */
const DECLARATION_BYTES = 4_096;
const DECLARATION = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i;
const BYTE_ORDER_MARKS: readonly [encoding: string, ...bytes: number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];
/** Fallback of browsers for pages without a declared encoding. */
const FALLBACK_ENCODING = 'windows-1252';

/**
 * Decode a page by its byte order mark, by `<meta charset>`, else as UTF-8. Invalid bytes become U+FFFD and make the text
 * `damaged`. `null` for a file with NUL, which is not text.
 */
export function decodeHtml(bytes: Uint8Array): { text: string; damaged: boolean } | null {
  const mark = BYTE_ORDER_MARKS.find(([, ...marks]) => marks.every((byte, at) => bytes[at] === byte));
  if (mark === undefined && bytes.includes(NUL)) return null;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES));
  // HTML 13.2.3.2: a page whose declaration was readable byte by byte is not UTF-16, whatever it declares.
  const declared = DECLARATION.exec(head)?.[1]?.replace(/^utf-16.*$/i, 'utf-8');
  const decoder =
    openDecoder(mark?.[0] ?? declared) ?? openDecoder(isUtf8(bytes) ? 'utf-8' : FALLBACK_ENCODING)!;
  const text = decoder.decode(bytes).replace(/\r\n?/g, '\n');
  return { text, damaged: decoder.encoding === 'utf-8' && !isUtf8(bytes) };
}

/** @returns `undefined` for an unknown encoding */
function openDecoder(label: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
