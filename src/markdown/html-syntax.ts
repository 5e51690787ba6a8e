/**
 * Where raw HTML begins and ends (CommonMark 0.31.2, 4.6 and 6.6). It is shown as the text that it is; it has to be
 * recognised all the same, since nothing inside it is Markdown.
 */

const TAG_NAME = '[A-Za-z][A-Za-z\\d-]*';
const ATTRIBUTE_VALUE = `[^"'=<>\`\\x00-\\x20]+|'[^']*'|"[^"]*"`;
const ATTRIBUTE = `\\s+[a-zA-Z_:][\\w:.-]*(?:\\s*=\\s*(?:${ATTRIBUTE_VALUE}))?`;
const TAG = `<${TAG_NAME}(?:${ATTRIBUTE})*\\s*/?>|</${TAG_NAME}\\s*>`;

const BLOCK_NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|' +
  'track|ul';

const VERBATIM_NAMES = 'script|pre|textarea|style';

/** A tag at `lastIndex`. */
const INLINE_TAG = new RegExp(TAG, 'y');

/** The start conditions of HTML blocks, numbered from 0. Only the last one cannot interrupt a paragraph. */
const BLOCK_STARTS = [
  new RegExp(`^<(?:${VERBATIM_NAMES})(?:\\s|>|$)`, 'i'),
  /^<!--/,
  /^<\?/,
  /^<![A-Za-z]/,
  /^<!\[CDATA\[/,
  new RegExp(`^</?(?:${BLOCK_NAMES})(?:\\s|/?>|$)`, 'i'),
  new RegExp(`^(?:${TAG})\\s*$`),
];

/** The end conditions of the first five kinds; the other two end at a blank line. */
const BLOCK_ENDS = [new RegExp(`</(?:${VERBATIM_NAMES})>`, 'i'), /-->/, /\?>/, />/, /\]\]>/];

/** Comments, processing instructions, declarations and CDATA inside a line. */
const INLINE_MARKS: readonly (readonly [start: RegExp, end: string])[] = [
  [/<!--/y, '-->'],
  [/<\?/y, '?>'],
  [/<!\[CDATA\[/y, ']]>'],
  [/<![A-Za-z]/y, '>'],
];

/** Which kind of HTML block a line opens, or -1. */
export function htmlBlockKind(line: string, interruptsParagraph: boolean): number {
  const kind = BLOCK_STARTS.findIndex((start) => start.test(line));
  return kind === 6 && interruptsParagraph ? -1 : kind;
}

/** Whether a block of this kind ends with this line. */
export function endsHtmlBlock(kind: number, line: string): boolean {
  return BLOCK_ENDS[kind]?.test(line) ?? false;
}

/** Whether a block of this kind ends before a blank line. */
export function endsAtBlankLine(kind: number): boolean {
  return kind >= BLOCK_ENDS.length;
}

/** Finds the raw HTML in one text. Remembers which end marks do not come any more, so that looking for them stays linear. */
export class InlineHtmlReader {
  readonly #text: string;
  readonly #missing = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the raw HTML at `position` ends, or -1. */
  read(position: number): number {
    INLINE_TAG.lastIndex = position;
    if (INLINE_TAG.test(this.#text)) return INLINE_TAG.lastIndex;
    for (const [start, end] of INLINE_MARKS) {
      start.lastIndex = position;
      if (start.test(this.#text)) return this.#findEnd(start.lastIndex, end);
    }
    return -1;
  }

  #findEnd(from: number, end: string): number {
    // `<!-->` and `<!--->` are whole comments.
    if (end === '-->') {
      if (this.#text.startsWith('>', from)) return from + 1;
      if (this.#text.startsWith('->', from)) return from + 2;
    }
    const found = this.#missing.has(end) ? -1 : this.#text.indexOf(end, from);
    if (found < 0) this.#missing.add(end);
    return found < 0 ? -1 : found + end.length;
  }
}
