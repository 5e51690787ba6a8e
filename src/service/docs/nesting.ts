import { MAX_NESTING } from './docs-limits.ts';

/** Maximum number of open brackets and tags in one block of text: the parsers keep all of them until they find their ends. */
const MAX_OPEN = 500;
const QUOTE = 62;
const BLANK = /^[ \t]*$/;
const RULE = /^[ \t]*([-*_])[ \t]*(?:\1[ \t]*)+$/;
/** Mark of an item of a list. */
const ITEM = /(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/y;
const ATX_HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const SETEXT_HEADING = /^ {0,3}(?:=+|-+)[ \t]*$/;
const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})[ \t]*(.*)$/;
/** A run of stars or underscores that may begin or end emphasis. */
const EMPHASIS = /(?<=^|[\s*_])[*_]+(?=[^\s*_])|(?<=[^\s*_])[*_]+(?=\s|$)/g;
const BRACKETS = /[[\]{}]/g;
/** What opens and closes elements and expressions of JSX, which may go on over lines. */
const JSX = /<\/|\/>|<(?=[\p{L}$_>])|[{}]/gu;
/** Code and escapes within a line, which open nothing. */
const INERT = /\\.|(`+)(?!`).*?[^`]\1(?!`)/g;

/**
 * Check in one pass, before parsing, that a page is not nested more deeply than any author nests: quotes and lists, brackets, emphasis,
 * and in MDX components. The parsers need time and memory that grow with the square of the levels.
 *
 * @throws Error with the reason
 */
export function requireFlat(text: string, isMdx: boolean): void {
  const jsx = { tags: 0, braces: 0 };
  let brackets = 0;
  let emphasis = 0;
  let items: number[] = [];
  const fences = new Fences();
  for (const line of text.split('\n')) {
    if (BLANK.test(line)) {
      brackets = emphasis = 0;
      continue;
    }
    const isCode = fences.take(line);
    const { quotes, columns } = containersOf(line);
    const first = columns[0] ?? contentColumn(line);
    items = [...items.filter((column) => column < first).slice(0, MAX_NESTING + 1), ...columns];
    if (quotes + items.length > MAX_NESTING)
      throw new Error(`It is nested more than ${MAX_NESTING} levels deep.`);
    if (isCode) continue;
    for (const [mark] of line.matchAll(BRACKETS)) {
      brackets = mark === '[' || mark === '{' ? brackets + 1 : Math.max(0, brackets - 1);
      if (brackets > MAX_OPEN) throw new Error(`More than ${MAX_OPEN} brackets are open in one block.`);
    }
    for (const { index } of line.matchAll(EMPHASIS)) {
      const isOpening = index === 0 || /[\s*_]/.test(line.charAt(index - 1));
      emphasis = isOpening ? emphasis + 1 : Math.max(0, emphasis - 1);
      if (emphasis > MAX_OPEN) throw new Error(`More than ${MAX_OPEN} emphases are open in one block.`);
    }
    if (isMdx) countJsx(line, jsx);
  }
}

function countJsx(line: string, open: { tags: number; braces: number }): void {
  for (const [mark] of line.replace(INERT, '').matchAll(JSX)) {
    if (mark === '{') open.braces++;
    else if (mark === '}') open.braces = Math.max(0, open.braces - 1);
    else open.tags = mark === '<' ? open.tags + 1 : Math.max(0, open.tags - 1);
    if (open.tags > MAX_NESTING * 2 || open.braces > MAX_NESTING * 2)
      throw new Error(`It is nested more than ${MAX_NESTING} levels deep.`);
  }
}

/** Tells lines of fenced code. */
class Fences {
  #marks: string | undefined;

  /** Return whether the next line is code, or its fence. */
  take(line: string): boolean {
    const [, marks, info] = FENCE.exec(line) ?? [];
    if (this.#marks === undefined) {
      this.#marks = marks;
      return marks !== undefined;
    }
    if (marks?.startsWith(this.#marks) && info === '') this.#marks = undefined;
    return true;
  }
}

function contentColumn(line: string): number {
  return line.length - line.trimStart().length;
}

/** Return the quotes that a line begins with, and the columns of its items of lists. */
function containersOf(line: string): { quotes: number; columns: number[] } {
  const columns: number[] = [];
  let quotes = 0;
  if (RULE.test(line)) return { quotes, columns };
  for (let at = 0; at < line.length && quotes + columns.length <= MAX_NESTING; at++) {
    if (line[at] === ' ' || line[at] === '\t') continue;
    ITEM.lastIndex = at;
    const item = ITEM.exec(line);
    if (line.charCodeAt(at) === QUOTE) quotes++;
    else if (item) {
      columns.push(at);
      at += item[0].length - 1;
    } else break;
  }
  return { quotes, columns };
}

/** Cut a page after its first `most` headings, which its parser would only read in order to drop them. */
export function cutAfterHeadings(text: string, most: number): { text: string; isCut: boolean } {
  let headings = 0;
  let at = 0;
  const fences = new Fences();
  let before = '';
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end === -1 ? text.length : end);
    const isCode = fences.take(line);
    if (!isCode && (ATX_HEADING.test(line) || (SETEXT_HEADING.test(line) && !BLANK.test(before)))) {
      if (++headings > most) return { text: text.slice(0, at), isCut: true };
    }
    if (end === -1) break;
    before = line;
    at = end + 1;
  }
  return { text, isCut: false };
}
