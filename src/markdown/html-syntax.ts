import { matchAt } from './link-syntax.ts';

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

const INLINE_TAG = new RegExp(TAG, 'y');

/** What is verbatim from a mark to the next end mark. The start leaves out what may be part of the end: `<!-->` is a comment. */
const SPANS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/<!(?=--)/y, /-->/g],
  [/<\?/y, /\?>/g],
  [/<!\[CDATA\[/y, /\]\]>/g],
  [/<![A-Za-z]/y, />/g],
];

/** The starts of HTML blocks and what ends them; where that is `null`, a blank line does. */
const BLOCKS: readonly (readonly [start: RegExp, end: RegExp | null])[] = [
  [new RegExp(`<(?:${VERBATIM_NAMES})(?:\\s|>|$)`, 'iy'), new RegExp(`</(?:${VERBATIM_NAMES})>`, 'gi')],
  ...SPANS,
  [new RegExp(`</?(?:${BLOCK_NAMES})(?:\\s|/?>|$)`, 'iy'), null],
];
/** The same, but it cannot interrupt a paragraph. */
const LONE_TAG = new RegExp(`(?:${TAG})\\s*$`, 'y');

/** What ends the HTML block that a line opens: `null` stands for a blank line, `undefined` says that it opens none. */
export function htmlBlockEnd(line: string, interruptsParagraph: boolean): RegExp | null | undefined {
  const block = BLOCKS.find(([start]) => matchAt(start, line, 0));
  if (block) return block[1];
  return !interruptsParagraph && matchAt(LONE_TAG, line, 0) ? null : undefined;
}

/**
 * The raw HTML at a position of a text, or `''`. `missing` collects which end marks do not come any more in this text, so
 * that looking for them stays linear.
 */
export function readInlineHtml(text: string, position: number, missing: Set<RegExp>): string {
  const tag = matchAt(INLINE_TAG, text, position);
  if (tag) return tag[0];
  const [, end] = SPANS.find(([start]) => matchAt(start, text, position)) ?? [];
  if (!end || missing.has(end)) return '';
  // Where a comment's end may begin at the earliest; no other start is shorter.
  if (matchAt(end, text, position + 2)) return text.slice(position, end.lastIndex);
  missing.add(end);
  return '';
}
