import rehypeParse from 'rehype-parse';
import type { Root } from 'hast';
import { unified } from 'unified';
import { isUtf8 } from 'node:buffer';
import { describeDamage, markedEncoding, type DecodedText } from '../decode-text.ts';

const parser = unified().use(rehypeParse).freeze();

/** Parse a page like a browser. Nothing is run or loaded. @throws RangeError when it is nested too deeply */
export function parseHtml(text: string): Root {
  return parser.parse(text);
}

const NUL = 0;
/** Bytes that are searched for the declared encoding: more than the standard demands, because of comments before it. */
const DECLARATION_BYTES = 4_096;
const DECLARATION = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i;
/** Fallback of browsers for pages without a declared encoding. */
const FALLBACK_ENCODING = 'windows-1252';

/**
 * Decode a page by its byte order mark, by `<meta charset>`, else as UTF-8. Invalid bytes become U+FFFD, and are
 * said. `null` for a file with NUL, which is not text.
 */
export function decodeHtml(bytes: Uint8Array): DecodedText | null {
  const mark = markedEncoding(bytes);
  if (mark === undefined && bytes.includes(NUL)) return null;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES));
  // HTML 13.2.3.2: a page whose declaration was readable byte by byte is not UTF-16, whatever it declares.
  const declared = DECLARATION.exec(head)?.[1]?.replace(/^utf-16.*$/i, 'utf-8');
  const decoder = openDecoder(mark ?? declared) ?? openDecoder(isUtf8(bytes) ? 'utf-8' : FALLBACK_ENCODING)!;
  const text = decoder.decode(bytes).replace(/\r\n?/g, '\n');
  const isDamaged = decoder.encoding === 'utf-8' && !isUtf8(bytes);
  return { text, damage: isDamaged ? describeDamage(bytes) : null };
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
