import type { BlockNode } from './block-node.ts';
import { matchAt } from './link-syntax.ts';
import type { Html, TagName } from './tree.ts';
import { trimSpacesAtEnd } from './whitespace.ts';

/**
 * Start and end of raw HTML (CommonMark 0.31.2, 4.6 and 6.6). Most of it is shown as text, but has to be recognised because nothing
 * inside it is Markdown.
 */

/** Tags that are read, whatever attributes they have: none of them is kept. */
const READ_TAG = /^<(\/?)(br|sub|sup|kbd|mark|u|s|small)(?=[\s/>])/i;

/** Return what a tag within a line means; `null` for HTML that is shown as text. */
export function readTag(html: string): { readonly name: TagName | 'br'; readonly closes: boolean } | null {
  const [, slash, name] = READ_TAG.exec(html) ?? [];
  return name === undefined ? null : { name: name.toLowerCase() as TagName, closes: slash === '/' };
}

/** Whether raw HTML is a comment, which shows nothing. */
export function isComment(html: string): boolean {
  return html.startsWith('<!--');
}

/** Return a block of raw HTML without the comment that it begins with; `null` for a comment alone. One that never ends hides nothing. */
export function toHtml({ text, open }: BlockNode): Html | null {
  const hides = isComment(text) && (open || text.includes('-->'));
  const value = hides ? text.replace(/^<!--[^]*?(?:-->\s*|$)/, '') : text;
  return value === '' ? null : { type: 'html', value: trimSpacesAtEnd(value) };
}

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

/** Verbatim content, from a mark to the next end mark. The two may overlap, hence the short start: `<!-->` is a comment. */
const SPANS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/<!(?=--)/y, /-->/g],
  [/<\?/y, /\?>/g],
  [/<!\[CDATA\[/y, /\]\]>/g],
  [/<![A-Za-z]/y, />/g],
];

/** The starts of HTML blocks with their end; `null` for a blank line. */
const BLOCKS: readonly (readonly [start: RegExp, end: RegExp | null])[] = [
  [new RegExp(`<(?:${VERBATIM_NAMES})(?:\\s|>|$)`, 'iy'), new RegExp(`</(?:${VERBATIM_NAMES})>`, 'gi')],
  ...SPANS,
  [new RegExp(`</?(?:${BLOCK_NAMES})(?:\\s|/?>|$)`, 'iy'), null],
];
/** The same, but it cannot interrupt a paragraph. */
const LONE_TAG = new RegExp(`(?:${TAG})\\s*$`, 'y');

/** Return the end of the HTML block that a line opens: `null` for a blank line; `undefined` if it opens none. */
export function htmlBlockEnd(line: string, interruptsParagraph: boolean): RegExp | null | undefined {
  const block = BLOCKS.find(([start]) => matchAt(start, line, 0));
  if (block) return block[1];
  return !interruptsParagraph && matchAt(LONE_TAG, line, 0) && !readTag(line) ? null : undefined;
}

/**
 * Return the raw HTML at a position of a text, or `''`. `missing` collects the end marks that the rest of the text does not
 * have, so that the search for them is linear.
 */
export function readInlineHtml(text: string, position: number, missing: Set<RegExp>): string {
  const tag = matchAt(INLINE_TAG, text, position);
  if (tag) return tag[0];
  const [, end] = SPANS.find(([start]) => matchAt(start, text, position)) ?? [];
  if (!end || missing.has(end)) return '';
  // The earliest start of a comment's end; no other start is shorter.
  if (matchAt(end, text, position + 2)) return text.slice(position, end.lastIndex);
  missing.add(end);
  return '';
}
