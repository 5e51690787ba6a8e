import type { ReplyFormat } from './answer-event.ts';
import { isKnownChunk } from './decode-chunk.ts';
import { parseJson } from './record.ts';

/** `sse-lines` is an SSE stream without blank lines between its events, `html` the error page of a gateway. */
export type SniffedFormat = ReplyFormat | 'sse-lines' | 'html';

/** How much may come before the format is settled, in UTF-16 units: of what looks like data, and of what does not. */
const MAX_UNDECIDED_DATA = 64_000;
export const MAX_UNDECIDED_TEXT = 4000;

/**
 * Recognises a reply by its first bytes, as early as they decide. Labels lie: the documented one of the streaming
 * endpoint is `application/json`.
 *
 * @param body everything that came so far
 * @param hint what the labels say, for what looks like a stream but is not quite one
 * @returns `null` when more is needed
 */
export function sniffFormat(body: string, hint: 'sse' | 'v1' | null): SniffedFormat | null {
  const head = body.slice(0, MAX_UNDECIDED_DATA).trimStart();
  const isFull = body.length > MAX_UNDECIDED_DATA;
  if (head === '') return isFull ? 'text' : null;
  if (head.startsWith('<')) return sniffMarkup(head);
  if (head.startsWith('{') || head.startsWith('[')) return sniffJson(head) ?? (isFull ? 'text' : null);
  const lines = head.split(/\r\n|\r|\n/);
  if (/^[0-9a-k]:["[{]/.test(head)) {
    if (lines.length < 2) return isFull ? 'v1' : null;
    return hint === 'v1' || parseJson(lines[0]!.slice(2)) !== undefined ? 'v1' : 'text';
  }
  if (lines.length === 1 && /^[0-9a-k]:?$/.test(head)) return null;
  const format = sniffEvents(lines, hint);
  if (format !== null) return format;
  if (/^data:/m.test(head)) return isFull ? 'sse' : null;
  return head.length > MAX_UNDECIDED_TEXT ? 'text' : null;
}

/** Decides a body that ended before its bytes did. */
export function sniffWhole(body: string, hint: 'sse' | 'v1' | null): SniffedFormat {
  const format = sniffFormat(`${body}\n\n`, hint);
  if (format !== null && format !== 'text') return format;
  const value = parseJson(body);
  return typeof value === 'object' && value !== null ? 'json' : (hint ?? 'text');
}

function sniffMarkup(head: string): SniffedFormat | null {
  const start = head.slice(0, 14).toLowerCase();
  for (const page of ['<!doctype html', '<html']) {
    if (start.startsWith(page)) return 'html';
    if (page.startsWith(start)) return null;
  }
  return 'text';
}

function sniffJson(head: string): SniffedFormat | null {
  if (!/^(?:\{\s*(?:["}]|$)|\[\s*(?:[[{"\]\d\-tfn]|$))/.test(head)) return 'text';
  const line = /^[^\r\n]*(?=[\r\n])/.exec(head)?.[0].trimEnd();
  if (line === undefined) return null;
  const value = parseJson(line);
  if (isKnownChunk(value)) return 'ndjson';
  return value !== undefined || /[{[,:]$/.test(line) ? null : 'text';
}

/** The last of `lines` is under way. */
function sniffEvents(lines: string[], hint: 'sse' | 'v1' | null): SniffedFormat | null {
  for (const [index, line] of lines.entries()) {
    const whole = index < lines.length - 1;
    if (!whole && ['data:', 'event:', 'id:', 'retry:'].some((field) => field.startsWith(line))) return null;
    if (line.startsWith('data:')) {
      if (!/^data: ?(?:[[{"\d\-tfn]|$)/.test(line)) return 'text';
      return whole ? sniffEventEnd(line.slice(5).trim(), lines.slice(index + 1), hint) : null;
    }
    if (!/^(?::|event:|id:|retry:|$)/.test(line)) return 'text';
  }
  return null;
}

function sniffEventEnd(
  data: string,
  [next = '', ...more]: string[],
  hint: 'sse' | 'v1' | null,
): SniffedFormat | null {
  const known = more.length > 0 || next.length >= 5;
  if (data === '[DONE]' || parseJson(data) !== undefined) {
    if (next.startsWith('data:')) return 'sse-lines';
    return known || !'data:'.startsWith(next) ? 'sse' : null;
  }
  if (hint === 'sse' || next.startsWith('data:')) return 'sse';
  return known ? 'text' : null;
}
