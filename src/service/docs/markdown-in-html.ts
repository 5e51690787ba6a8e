import { CodeLines, KeptText, replaceSpans } from './code-lines.ts';

/** `<div markdown>`, `markdown="1"`, `markdown="block"` of Python-Markdown and kramdown. */
const MARKED = /<[a-z][^<>]*[ \t]markdown(?=[\s=>])(?![ \t]*=[ \t]*["']?0)/i;
const TAG = /<(\/?)([a-z][\w-]*)((?:[ \t][^<>]*)?)>/gi;
/** Elements in a line of text, in which Markdown is read in any case, and those that have no end or no text. */
const INLINE =
  /^(?:a|abbr|area|b|br|button|cite|code|del|em|embed|hr|i|img|input|ins|kbd|label|link|mark|meta|q|s|samp|small|source|span|strong|sub|sup|u|var|wbr|pre|script|style)$/i;

interface OpenElement {
  name: string;
  isMarked: boolean;
}

/**
 * Put blank lines around the tags of elements that are marked as having Markdown in them, and behind the elements in these that are
 * not, because CommonMark reads HTML up to the next blank line.
 */
export function separateMarkdownInHtml(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => MARKED.test(line))) return lines;
  const code = new CodeLines();
  const open: OpenElement[] = [];
  return lines.flatMap((line) => {
    const isText = code.take(line) === null;
    if (!isText || (open.length === 0 && !MARKED.test(line))) return [line];
    const kept = new KeptText();
    const pieces = splitAtTags(replaceSpans(line, kept.keep), open);
    if (pieces.length < 2) return [line];
    const [indent = ''] = /^[ \t]*/.exec(line)!;
    return pieces
      .map((piece) => kept.restore(piece).trim())
      .flatMap((piece, at) => [...(at > 0 ? [''] : []), piece === '' ? '' : `${indent}${piece}`]);
  });
}

/** Split a line around the tags that Markdown begins or ends at, and remember the elements that are open behind it. */
function splitAtTags(line: string, open: OpenElement[]): string[] {
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
      const isMarked = MARKED.test(tag);
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
