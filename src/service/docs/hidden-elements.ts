import type { Html, RootContent } from 'mdast';
import { textAttribute, type Jsx } from './component-attributes.ts';
import { readAttributes, TOKEN, VOID } from './html-tree.ts';

/** Elements whose content is no text of the page. */
const SILENT = new Set(['script', 'style', 'template', 'svg', 'iframe', 'video', 'audio', 'noscript']);
/** Declarations by which no reader sees an element. */
const HIDING =
  /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|opacity:0?\.?0*%?|content-visibility:hidden|font(?:-size)?:0(?:\.0+)?[a-z%]*|(?:max-)?(?:height|width):0[a-z%]*;(?:.*;)?overflow:hidden|overflow:hidden;(?:.*;)?(?:max-)?(?:height|width):0[a-z%]*|(?:left|top|right|bottom|text-indent|margin(?:-left|-top)?):-(?:\d{4,}[a-z]*|\d{3,}(?:r?em|vw|vh|%))|clip:rect\((?:0|1px)[^)]*\)|clip-path:inset\((?:50|100)%\)|transform:scale\(0\)|color:transparent)(?:$|;|!)/;
/** The colour of most pages. */
const WHITE_TEXT = /(?:^|;)color:(?:white|#fff(?:fff)?|rgba?\(255,255,255\b[^)]*\))(?:$|;|!)/;

/** Return whether declarations of an inline style hide an element: not shown, without size, or in the colour of the page. */
export function isHidingStyle(style: string): boolean {
  const plain = style
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, '')
    .toLowerCase();
  return HIDING.test(plain) || (WHITE_TEXT.test(plain) && !plain.includes('background'));
}

/** Return whether no reader sees an element of HTML or a component. */
export function isHiddenElement(node: Jsx): boolean {
  const name = node.name ?? '';
  if (SILENT.has(name.toLowerCase())) return true;
  if (isHidingStyle(styleOf(node))) return true;
  // What they mean for a component is its own affair.
  if (/^[A-Z]/.test(name) || textAttribute(node, 'role')[0] === 'tabpanel') return false;
  const hidden = attributeText(node, 'hidden');
  if (hidden !== undefined && hidden !== 'until-found' && hidden !== 'false') return true;
  return attributeText(node, 'aria-hidden') === 'true' && name !== 'pre' && name !== 'code';
}

/**
 * Leave out, among the children of a node, what stands between the tags of an element of HTML that no reader sees. Where Markdown is
 * in such an element, the parser has the tags and the Markdown beside each other.
 */
export function withoutHidden(nodes: readonly RootContent[]): readonly RootContent[] {
  if (!nodes.some(({ type }) => type === 'html')) return nodes;
  const shown: RootContent[] = [];
  let hidden: Hidden | null = null;
  for (const node of nodes) {
    if (node.type === 'html') {
      const read: { text: string; hidden: Hidden | null } = readHtml(node, hidden);
      hidden = read.hidden;
      if (read.text !== '') shown.push({ ...node, value: read.text });
    } else if (hidden === null) shown.push(node);
  }
  return shown;
}

/** A hidden element that is open, and how many of its name. */
interface Hidden {
  name: string;
  levels: number;
}

function readHtml({ value }: Html, before: Hidden | null): { text: string; hidden: Hidden | null } {
  let hidden = before && { ...before };
  let text = '';
  let at = 0;
  for (const match of value.matchAll(TOKEN)) {
    const [all, slash, written = '', attributes = '', empty] = match;
    const name = written.toLowerCase();
    if (name === '' || empty === '/' || VOID.has(name)) continue;
    if (hidden !== null) {
      if (name !== hidden.name) continue;
      hidden.levels += slash === '/' ? -1 : 1;
      if (hidden.levels > 0) continue;
      hidden = null;
      at = match.index + all.length;
    } else if (slash !== '/' && hides(written, attributes)) {
      text += value.slice(at, match.index);
      hidden = { name, levels: 1 };
    }
  }
  return { text: hidden === null ? text + value.slice(at) : text, hidden };
}

function hides(written: string, attributes: string): boolean {
  const name = written === written.toUpperCase() ? written.toLowerCase() : written;
  const element = { type: 'mdxJsxFlowElement', name, attributes: readAttributes(attributes), children: [] };
  return isHiddenElement(element as Jsx);
}

/** Return an attribute as text, `''` for one without a value, and an expression without its braces. */
function attributeText(node: Jsx, name: string): string | undefined {
  const found = node.attributes.find(
    (one) => one.type === 'mdxJsxAttribute' && one.name.toLowerCase() === name,
  );
  if (found === undefined) return undefined;
  const { value } = found;
  if (value === null || value === undefined) return '';
  return (typeof value === 'string' ? value : value.value).trim().toLowerCase();
}

/** Return the style of an element in CSS, also where it is an object of JavaScript: `{{ fontSize: 0 }}`. */
function styleOf(node: Jsx): string {
  const found = node.attributes.find(
    (one) => one.type === 'mdxJsxAttribute' && one.name.toLowerCase() === 'style',
  );
  const value = found?.value;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return value.value
    .replace(/[{}'"`]/g, '')
    .replace(/,(?![^()]*\))/g, ';')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
