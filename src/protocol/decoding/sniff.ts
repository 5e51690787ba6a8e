import type { ReplyFormat } from '../reply/answer-event.ts';
import { isKnownChunk } from './decode-extended.ts';
import { parseJson } from '../record.ts';
import { MAX_UNDECIDED_LENGTH } from '../reply/reply-limits.ts';

/** The format that the headers name. */
export type FormatHint = 'sse' | 'v1' | null;

/** `sse-lines` is an SSE stream without blank lines between its events, `html` the error page of a gateway. */
export type SniffedFormat = ReplyFormat | 'sse-lines' | 'html';

/**
 * Recognise a reply by its first bytes, as early as they decide: a document, a page, or a first part of a stream. The format that
 * the headers name counts for all other bytes, because what a stream has besides its parts is to be skipped and not shown. It
 * does not count before them, because labels lie: the documented one of the streaming endpoint is `application/json`.
 *
 * @param body everything that came so far
 * @param hint the format that the headers name
 * @returns `null` when more is needed
 */
export function sniffFormat(body: string, hint: FormatHint): SniffedFormat | null {
  const format = sniffBytes(body, hint);
  return format === 'text' ? (hint ?? format) : format;
}

function sniffBytes(body: string, hint: FormatHint): SniffedFormat | null {
  const head = body.slice(0, MAX_UNDECIDED_LENGTH).trimStart();
  const lines = head.split(/\r\n|[\r\n]/);
  const looksLikePart = /^[0-9a-k]:["[{]/.test(head);
  let format: SniffedFormat | null = null;
  if (head.startsWith('<')) format = sniffMarkup(head);
  else if (/^[[{]/.test(head)) format = sniffJson(head, lines);
  else if (looksLikePart) {
    if (lines.length > 1)
      format = hint === 'v1' || parseJson(lines[0]!.slice(2)) !== undefined ? 'v1' : 'text';
  } else if (!/^(?:[0-9a-k]:?)?$/.test(head)) format = sniffEvents(lines, hint);
  if (format !== null || body.length <= MAX_UNDECIDED_LENGTH) return format;
  return looksLikePart ? 'v1' : /^data:/m.test(head) ? 'sse' : 'text';
}

/** Recognise a body that ended before its bytes decided. */
export function sniffWhole(body: string, hint: FormatHint): SniffedFormat {
  const format = sniffBytes(`${body}\n\n`, hint);
  if (format !== null && format !== 'text') return format;
  return /^\s*[[{]/.test(body) && parseJson(body) !== undefined ? 'json' : (hint ?? 'text');
}

function sniffMarkup(head: string): SniffedFormat | null {
  const start = head.slice(0, 14).toLowerCase();
  const pages = ['<!doctype html', '<html'];
  if (pages.some((page) => start.startsWith(page))) return 'html';
  return pages.some((page) => page.startsWith(start)) ? null : 'text';
}

function sniffJson(head: string, [line = '', ...more]: string[]): SniffedFormat | null {
  if (!/^(?:\{\s*(?:["}]|$)|\[\s*(?:[[{"\]\d\-tfn]|$))/.test(head)) return 'text';
  if (more.length === 0) return null;
  const value = parseJson(line);
  if (isKnownChunk(value)) return 'ndjson';
  // The first line of an indented document ends in the middle of it.
  return value !== undefined || /[{[,:]\s*$/.test(line) ? null : 'text';
}

/** The last of `lines` is under way. */
function sniffEvents(lines: string[], hint: FormatHint): SniffedFormat | null {
  for (const [index, line] of lines.entries()) {
    const isWhole = index < lines.length - 1;
    if (!isWhole && ['data:', 'event:', 'id:', 'retry:'].some((field) => field.startsWith(line))) return null;
    if (line.startsWith('data:')) {
      if (!/^data: ?(?:[[{"\d\-tfn]|$)/.test(line)) return 'text';
      return isWhole ? sniffEventEnd(line.slice(5).trim(), lines.slice(index + 1), hint) : null;
    }
    if (!/^(?::|event:|id:|retry:|$)/.test(line)) return 'text';
  }
  return null;
}

/** Detect from the lines after the first line of data whether events are separated by blank lines. */
function sniffEventEnd(data: string, [next = '', ...more]: string[], hint: FormatHint): SniffedFormat | null {
  const isValue = data === '[DONE]' || parseJson(data) !== undefined;
  if (next.startsWith('data:')) return isValue ? 'sse-lines' : 'sse';
  if (more.length === 0 && 'data:'.startsWith(next)) return null;
  return isValue || hint === 'sse' ? 'sse' : 'text';
}
