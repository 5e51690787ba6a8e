import { unescapeText, type DecodeReference } from './character-references.ts';
import { MAX_DESTINATION_PARENTHESES, MAX_HALF_WRITTEN_ADDRESS_LENGTH } from './limits.ts';

/** Target of a link reference definition (CommonMark 0.31.2, 4.7). */
/** What the labels of footnotes, which begin with `^`, are defined as. */
export const FOOTNOTE = { url: '', title: '' };

export interface Definition {
  readonly url: string;
  readonly title: string;
}

/** A value that was read, and the position of its end. */
export interface Scanned<T> {
  readonly end: number;
  readonly value: T;
}

const LABEL = /\[((?:[^\\[\]]|\\[^]){0,999})\]/y;
const ANGLE_DESTINATION = /<((?:[^<>\n\\]|\\.)*)>/y;
const TITLE = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|\(((?:[^()\\]|\\[^])*)\)/y;
export const SPACES_AND_ONE_LINE_FEED = /[ \t]*(?:\n[ \t]*)?/y;
const END_OF_RESOURCE = /[ \t]*(?:\n[ \t]*)?\)/y;

/** The end of a text that a destination and a title begin. */
export const HALF_WRITTEN_TARGET = `\\s*(?:(?:<[^<>\\n]*>?|[^\\s<]\\S*)(?:\\s+(?:"(?:[^"\\\\]|\\\\[^])*"?|'(?:[^'\\\\]|\\\\[^])*'?|\\((?:[^()\\\\]|\\\\[^])*\\)?)?\\s*)?)?$`;
const HALF_WRITTEN_RESOURCE = new RegExp(`^\\(${HALF_WRITTEN_TARGET}`);

/** The start of a link reference definition, and of an unfinished one. */
export const DEFINITION_START = /^\[(?:[^\\[\]]|\\[^]){0,999}\]:/;
export const HALF_WRITTEN_LABEL = /^\[(?:[^\\[\]]|\\[^]){0,400}[\\\]]?$/;

/** Match a pattern with the flag `y` at a position. */
export function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

/** Return the end of a pattern's match at a position: the position itself if there is none. */
export function skipMatch(pattern: RegExp, text: string, position: number): number {
  return position + (matchAt(pattern, text, position)?.[0].length ?? 0);
}

/** Normalize a label: labels match regardless of case and white space. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}

/** Read a bracketed label; the value is the text between the brackets. */
export function readLabel(text: string, position: number): Scanned<string> | null {
  const match = matchAt(LABEL, text, position);
  return match && { end: position + match[0].length, value: match[1]! };
}

/** Read `(destination "title")`, from the parenthesis on. */
export function readResource(
  text: string,
  position: number,
  decode: DecodeReference,
): Scanned<Definition> | null {
  const start = skipMatch(SPACES_AND_ONE_LINE_FEED, text, position + 1);
  if (text[start] === ')') return { end: start + 1, value: { url: '', title: '' } };
  return readTarget(text, start, END_OF_RESOURCE, decode);
}

/** Read `destination "title"`, which must be followed by `closing`. */
export function readTarget(
  text: string,
  position: number,
  closing: RegExp,
  decode: DecodeReference,
): Scanned<Definition> | null {
  const destination = readDestination(text, position, decode);
  if (destination === null || destination.end === position) return null;
  const titleStart = skipMatch(SPACES_AND_ONE_LINE_FEED, text, destination.end);
  const title = titleStart > destination.end ? matchAt(TITLE, text, titleStart) : null;
  // A title that is not followed by the end is none: a definition may still end before it.
  for (const [end, value] of [
    [titleStart + (title?.[0].length ?? 0), title?.slice(1).join('') ?? ''],
    [destination.end, ''],
  ] as const) {
    const found = matchAt(closing, text, end);
    if (found)
      return {
        end: closing.lastIndex,
        value: { url: destination.value, title: unescapeText(value, decode) },
      };
  }
  return null;
}

/** Whether an unfinished text may become the resource of a link. */
export function mayBecomeResource(text: string): boolean {
  return text.length <= MAX_HALF_WRITTEN_ADDRESS_LENGTH && HALF_WRITTEN_RESOURCE.test(text);
}

function readDestination(text: string, position: number, decode: DecodeReference): Scanned<string> | null {
  if (text[position] === '<') {
    const match = matchAt(ANGLE_DESTINATION, text, position);
    return match && { end: position + match[0].length, value: unescapeText(match[1]!, decode) };
  }
  let depth = 0;
  let end = position;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code <= 0x20 || code === 0x7f) break;
    if (code === 0x5c && /[!-/:-@[-`{-~]/.test(text[end + 1] ?? '')) end++;
    else if (code === 0x28 && ++depth > MAX_DESTINATION_PARENTHESES) return null;
    else if (code === 0x29 && --depth < 0) break;
  }
  if (depth > 0) return null;
  return { end, value: unescapeText(text.slice(position, end), decode) };
}
