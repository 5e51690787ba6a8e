/** Text without its Markdown, with the way back to where each stretch stood in the source. */
export interface PlainText {
  readonly text: string;
  /** The offset in `text` of a source offset; inside removed syntax, the end of the text before it. */
  offsetOf(sourceOffset: number): number;
}

const FENCE = /^\s*(`{3,}|~{3,})/;
/** Lines that carry no words: thematic breaks, setext underlines, rows of a table's dashes, ends of directives, MDX imports. */
const WORDLESS_LINE = /^\s*(?:[-*_=:|][-*_=:|\s]*|import\s.*from\s*['"].*)$/;
const BLOCK_MARKER = /^\s*(?:(?:>|[-*+](?:\s+\[[ xX]\])?|\d{1,9}[.)]|#{1,6})\s+|>|:{3,}\w*)*\s*/;
const TAG = /<(?:\/?[A-Za-z][^<>]*|!--[^<>]*--)>/y;
const ADDRESS = /<(?=(?:https?:\/\/|mailto:)[^\s<>]*>)/y;
const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|#39);/y;
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&nbsp;': ' ',
};
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/**
 * Takes the Markdown syntax off a piece of a documentation page, for an excerpt: one line of words, white space
 * collapsed, code kept as it is. It is a reading aid, not a parser: what it does not know stays as text.
 *
 * @param inCode whether the piece starts inside a fenced code block
 */
export function stripMarkdown(markdown: string, inCode = false): PlainText {
  const output = new PlainTextBuilder();
  let fence = inCode ? '`' : '';
  let offset = 0;
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence ? '' : mark.charAt(0);
    else if (fence) output.add(line, offset);
    else if (!WORDLESS_LINE.test(line)) stripLine(line, offset, output);
    offset += line.length;
    if (offset < markdown.length) output.add('\n', offset);
    offset += 1;
  }
  return output;
}

/** Whether the offset stands inside a fenced code block. */
export function isInCode(markdown: string, offset: number): boolean {
  let inCode = false;
  for (const fence of markdown.matchAll(/^[ \t]*(?:`{3,}|~{3,})/gm)) {
    if (fence.index >= offset) break;
    inCode = !inCode;
  }
  return inCode;
}

function stripLine(line: string, lineOffset: number, output: PlainTextBuilder): void {
  const isTableRow = /^\s*\|/.test(line);
  let position = BLOCK_MARKER.exec(line)?.[0].length ?? 0;
  let kept = position;
  let linkEnd = -2;
  /** Gives out the text up to here and leaves out the next `length` characters. */
  const drop = (length: number): void => {
    output.add(line.slice(kept, position), lineOffset + kept);
    position = kept = position + length;
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    return pattern.exec(line)?.[0];
  };

  while (position < line.length) {
    const character = line.charAt(position);
    const next = line.charAt(position + 1);
    if (character === '\\' && /[!-/:-@[-`{-~]/.test(next)) {
      drop(1);
      position += 1;
    } else if (character === '`') {
      const ticks = /`+/y;
      const mark = match(ticks) ?? '`';
      const end = line.indexOf(mark, position + mark.length);
      if (end < 0) position += mark.length;
      else {
        drop(mark.length);
        position = end;
        drop(mark.length);
      }
    } else if (character === '*' || character === '_' || (character === '~' && next === '~')) {
      const length = countRun(line, position);
      if (isEmphasis(character, line.charAt(position - 1), line.charAt(position + length))) drop(length);
      else position += length;
    } else if (character === '[' || (character === '!' && next === '[')) {
      if (linkEnd !== -1 && linkEnd < position) linkEnd = line.indexOf('](', position);
      const length = character === '!' ? 2 : 1;
      if (linkEnd < 0) position += length;
      else drop(length);
    } else if (character === ']' && next === '(') {
      const end = endOfTarget(line, position + 1);
      if (end < 0) position += 2;
      else drop(end - position);
    } else if (character === '<') {
      if (match(ADDRESS)) {
        drop(1);
        position = line.indexOf('>', position);
        drop(1);
      } else {
        const tag = match(TAG);
        if (tag) drop(tag.length);
        else position += 1;
      }
    } else if (character === '&') {
      const entity = match(ENTITY);
      if (entity) {
        const at = position;
        drop(entity.length);
        output.add(ENTITIES[entity] ?? '', lineOffset + at);
      } else position += 1;
    } else if (character === '|' && isTableRow) {
      drop(1);
      output.add(' ', lineOffset + position - 1);
    } else {
      position += 1;
    }
  }
  drop(0);
}

function countRun(line: string, start: number): number {
  let end = start;
  while (line.charAt(end) === line.charAt(start)) end += 1;
  return end - start;
}

/** A star between spaces and an underscore inside a word are characters of the text. */
function isEmphasis(character: string, before: string, after: string): boolean {
  if (character === '_') return !(WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after));
  return !(/^\s?$/.test(before) && /^\s?$/.test(after));
}

/** The offset behind the `)` that closes a link target, or -1. */
function endOfTarget(line: string, open: number): number {
  let depth = 0;
  for (let position = open; position < line.length; position += 1) {
    const character = line.charAt(position);
    if (character === '(') depth += 1;
    else if (character === ')' && --depth === 0) return position + 1;
  }
  return -1;
}

class PlainTextBuilder implements PlainText {
  text = '';
  /** Pairs of offsets: where a run starts in the text, where in the source. */
  readonly #runs: (readonly [text: number, source: number])[] = [];

  add(piece: string, sourceOffset: number): void {
    for (const run of piece.matchAll(/\s+|\S+(?: \S+)*/g)) {
      const isSpace = /^\s/.test(run[0]);
      if (isSpace && (this.text === '' || this.text.endsWith(' '))) continue;
      this.#runs.push([this.text.length, sourceOffset + run.index]);
      this.text += isSpace ? ' ' : run[0];
    }
  }

  offsetOf(sourceOffset: number): number {
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#runs[middle]?.[1] ?? 0) <= sourceOffset) low = middle + 1;
      else high = middle;
    }
    const run = this.#runs[low - 1];
    if (!run) return 0;
    const end = this.#runs[low]?.[0] ?? this.text.length;
    return Math.min(run[0] + sourceOffset - run[1], end);
  }
}
