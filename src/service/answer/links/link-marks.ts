/**
 * Marks of links in Markdown (CommonMark 0.31.2, 4.7 and 6.3; GFM 0.29, 6.9). Every search has a limit, so that its result does not
 * depend on how much of the text is there.
 */

/** A mark that has not ended in the text so far; `null`: there is none. */
export type Match<Found> = Found | 'open' | null;

/** Maximum number of characters of a link's text, of a code span and of a line that opens a code block. Longer ones count as text. */
export const MAX_MARK = 1_000;
/** Maximum number of characters of a link's destination and title. */
const MAX_DESTINATION = 1_200;

const SPACE = /[ \t\r\n]/;
const BLANK_LINE = /\n[ \t>]*\n/;
const TITLE_ENDS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '(': ')' };
const CHARACTER_REFERENCE = /&(?:#\w{1,8}|\w{1,32});/;

/**
 * Match a code span at a run of backticks. It ends on its line: one that goes on may be the text of two blocks.
 *
 * @returns its end
 */
export function matchCode(text: string, at: number): Match<number> {
  const run = /`+/y;
  run.lastIndex = at;
  const marks = run.exec(text)![0];
  const line = text.slice(at, at + MAX_MARK).split('\n', 1)[0]!;
  const closing = new RegExp(`(?<!\`)${marks}(?!\`)`, 'g');
  closing.lastIndex = marks.length;
  const found = closing.exec(line);
  const end = found && found.index + marks.length;
  const isWhole = at + line.length < text.length || line.length === MAX_MARK;
  // A run at the end of the text may grow.
  if (end !== null && (end < line.length || isWhole)) return at + end;
  return isWhole ? null : 'open';
}

/**
 * Match brackets at an opening one.
 *
 * @param trustsCode whether brackets in code spans do not count
 * @returns the position of the closing one
 */
export function matchBrackets(text: string, at: number, trustsCode: boolean): Match<number> {
  const end = Math.min(text.length, at + MAX_MARK);
  let depth = 0;
  for (let place = at; place < end; place++) {
    const mark = text[place];
    if (mark === '\\') place++;
    else if (mark === '[') depth++;
    else if (mark === ']' && --depth === 0) return place;
    else if (mark === '\n' && BLANK_LINE.test(text.slice(at, place + 1))) return null;
    else if (mark === '`' && trustsCode) {
      const code = matchCode(text, place);
      if (code === 'open') return 'open';
      while (code === null && text[place + 1] === '`') place++;
      if (code !== null) place = code - 1;
    }
  }
  return text.length >= at + MAX_MARK ? null : 'open';
}

/** Match the label of a link definition, up to its colon. @returns the position of the colon */
export function matchLabel(text: string, at: number): Match<number> {
  const label = /\[(?:\\[^]|[^[\]\\])*(?:\]:?|\\?$)/y;
  // A label has at most 999 characters.
  const window = text.slice(0, at + MAX_MARK + 2);
  label.lastIndex = at;
  const found = label.exec(window)?.[0] ?? null;
  if (found === null || BLANK_LINE.test(found)) return null;
  if (found.endsWith(']:')) return at + found.length - 1;
  return at + found.length === window.length && window.length === text.length ? 'open' : null;
}

/** An address, as it is written in Markdown, and where the mark around it ends. */
export interface Destination {
  /** Without escapes; empty if it has character references, because they may be anything. */
  address: string;
  end: number;
}

/** Match the destination and title of a link, from the opening to behind the closing parenthesis. */
export function matchDestination(text: string, at: number): Match<Destination> {
  const window = text.slice(0, at + MAX_DESTINATION);
  const open = window.length < text.length ? null : 'open';
  const start = skipSpace(window, at + 1);
  const end = skipAddress(window, start);
  if (end === null) return null;
  let place = skipSpace(window, end);
  const closing = place > end ? TITLE_ENDS[window[place] ?? ''] : undefined;
  if (closing !== undefined) {
    place++;
    while (place < window.length && window[place] !== closing) place += window[place] === '\\' ? 2 : 1;
    place = skipSpace(window, place + 1);
  }
  if (BLANK_LINE.test(window.slice(at, place + 1))) return null;
  if (place >= window.length) return open;
  return window[place] === ')' ? { address: readAddress(window.slice(start, end)), end: place + 1 } : null;
}

/** Match the destination of a link definition behind its colon, if nothing but a title is beside it. `end` is before that. */
export function matchDefinition(text: string, colon: number, isLast: boolean): Match<Destination> {
  const window = text.slice(0, colon + MAX_DESTINATION);
  const start = skipSpace(window, colon + 1);
  if (BLANK_LINE.test(window.slice(colon, start))) return null;
  const end = /^(?:<[^<>\n]*>|[^ \t\r\n]*)/.exec(window.slice(start))![0].length + start;
  const rest = /^[^\n]*/.exec(window.slice(end))![0];
  if (end + rest.length === window.length) {
    if (window.length < text.length) return { address: '', end };
    if (!isLast) return 'open';
  }
  if (end === start || !/^[ \t\r]*(?:["'(].*)?$/.test(rest)) return null;
  return { address: readAddress(window.slice(start, end)), end };
}

/** Return an address as text that no reader of Markdown takes for a link. */
export function plainAddress(address: string): string {
  let plain = address.replace(/^<|>$/g, '');
  for (let before = ''; before !== plain;) {
    before = plain;
    plain = plain.replace(/(?:https?|ftp):\/\/|www\.|mailto:|xmpp:/gi, '').replace(/^[^/?#]*@/, '');
  }
  return plain.replaceAll(/[@[\]<>`\\]/g, ' ');
}

function skipSpace(text: string, from: number): number {
  let place = from;
  while (place < text.length && SPACE.test(text[place]!)) place++;
  return place;
}

/** @returns the end of the address; `null` if there is none */
function skipAddress(text: string, start: number): number | null {
  let place = start;
  if (text[start] === '<') {
    while (++place < text.length && text[place] !== '>') {
      if (text[place] === '\n' || text[place] === '<') return null;
      if (text[place] === '\\') place++;
    }
    return Math.min(text.length, place + 1);
  }
  for (let depth = 0; place < text.length && !SPACE.test(text[place]!); place++) {
    if (text[place] === '\\') place++;
    else if (text[place] === '(') depth++;
    else if (text[place] === ')' && depth-- === 0) break;
  }
  return Math.min(text.length, place);
}

function readAddress(written: string): string {
  if (CHARACTER_REFERENCE.test(written)) return '';
  const inner = written.startsWith('<') ? written.slice(1, -1) : written;
  return inner.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
