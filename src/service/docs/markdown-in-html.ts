import { CodeLines, LiteralText, replaceSpans } from './code-lines.ts';

/** `<div markdown>`, `markdown="1"`, `markdown="block"` of Python-Markdown and kramdown. */
const MARKED = /<[a-z][^<>]*[ \t]markdown(?=[\s=>])(?![ \t]*=[ \t]*["']?0)/i;
/** Whether a line may have such a mark, also one whose tag began before. */
const HAS_MARK = /\bmarkdown(?=[\s=>])/i;
/** Tag that goes on in the next line. */
const OPEN_TAG = /^[ \t]*<[a-z][^<>]*$/i;
const MAX_TAG_LINES = 10;
/** Elements that have Markdown in them in MDX. Tables and lists are read as a whole. */
const CONTAINER =
  /^(?:article|aside|blockquote|center|details|div|figcaption|figure|footer|header|main|p|section|summary)$/;
const TAG = /<(\/?)([a-z][\w-]*)((?:[ \t][^<>]*)?)>/gi;
/** Elements in a line of text, in which Markdown is read in any case, and those that have no end or no text. */
const INLINE =
  /^(?:a|abbr|area|b|br|button|cite|code|del|em|embed|hr|i|img|input|ins|kbd|label|link|mark|meta|q|s|samp|small|source|span|strong|sub|sup|u|var|wbr|pre|script|style)$/i;

interface OpenElement {
  name: string;
  isMarked: boolean;
  /** Indentation of its first line, in MDX, in which it has no meaning. */
  column?: number;
}

/**
 * Put blank lines around the tags of elements that are marked as having Markdown in them, and behind the elements in these that are
 * not, because CommonMark reads HTML up to the next blank line.
 *
 * @param isMdx whether elements have Markdown in them without a mark, as in MDX
 */
export function separateMarkdownInHtml(lines: readonly string[], isMdx = false): readonly string[] {
  if (!isMdx && !lines.some((line) => HAS_MARK.test(line))) return lines;
  const code = new CodeLines();
  const open: OpenElement[] = [];
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    let line = isMdx ? dedent(lines[at]!, open.at(-1)) : lines[at]!;
    if (code.take(line) !== null) {
      out.push(line);
      continue;
    }
    for (let more = 1; more < MAX_TAG_LINES && OPEN_TAG.test(line) && at + 1 < lines.length; more++)
      line += ` ${lines[++at]!.trim()}`;
    out.push(...separateLine(line, open, isMdx));
  }
  return out;
}

function dedent(line: string, element: OpenElement | undefined): string {
  if (element === undefined || line.trim() === '') return line;
  const own = line.length - line.trimStart().length;
  element.column ??= own;
  return line.slice(Math.min(own, element.column));
}

function separateLine(line: string, open: OpenElement[], isMdx: boolean): string[] {
  if (open.length === 0 && !(isMdx ? line.includes('<') : MARKED.test(line))) return [line];
  const kept = new LiteralText();
  const pieces = splitAtTags(replaceSpans(line, kept.keep), open, isMdx);
  if (pieces.length < 2) return [line];
  const [indent = ''] = /^[ \t]*/.exec(line)!;
  return pieces
    .map((piece) => kept.restore(piece).trim())
    .flatMap((piece, at) => [...(at > 0 ? [''] : []), piece === '' ? '' : `${indent}${piece}`]);
}

/** Split a line around the tags that Markdown begins or ends at, and remember the elements that are open behind it. */
function splitAtTags(line: string, open: OpenElement[], isMdx: boolean): string[] {
  const pieces: string[] = [];
  let from = 0;
  const splitAt = (at: number) => {
    pieces.push(line.slice(from, at));
    from = at;
  };
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of line.matchAll(TAG)) {
    if (INLINE.test(name) || attributes.endsWith('/')) continue;
    const end = index + tag.length;
    if (slash === '') {
      const isMarked = MARKED.test(tag) || (isMdx && CONTAINER.test(name));
      if (open.length === 0 && !isMarked) continue;
      open.push({ name, isMarked });
      if (isMarked) splitAt(index);
      if (isMarked) splitAt(end);
      continue;
    }
    const at = open.findLastIndex((element) => element.name === name);
    if (at === -1) continue;
    const [closed] = open.splice(at);
    if (closed!.isMarked) splitAt(index);
    if (closed!.isMarked || open.at(-1)?.isMarked === true) splitAt(end);
  }
  return from === 0 && pieces.length === 0 ? [line] : [...pieces, line.slice(from)];
}
