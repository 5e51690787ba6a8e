import type { RootContent } from 'mdast';
import type { Jsx } from './component-attributes.ts';

/** A tag, a comment, or a declaration. */
export const TOKEN =
  /<!--[^]*?(?:-->|$)|<[!?][^<>]*>|<(\/?)([A-Za-z][\w.:-]*)((?:"[^"]*"|'[^']*'|[^<>"']){0,5000}?)(\/?)>/g;
const ATTRIBUTE =
  /([@:\w.-]+)(?:[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)'|\{([^]*?)\}(?=[\s/]|$)|([^\s"'={}<>]+)))?/g;
export const VOID = new Set([
  'area',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'wbr',
]);
/** Names of HTML in capitals, which are no components. */
const LOUD =
  /^(?:A|B|BR|CENTER|CODE|DIV|EM|FONT|H[1-6]|HR|I|IMG|LI|OL|P|PRE|SCRIPT|SPAN|STRONG|STYLE|TABLE|TBODY|TD|TH|THEAD|TR|U|UL)$/;
/** Elements whose content is no text of the page, and is not parsed. */
const RAW = new Set(['script', 'style']);
/** Elements that end where the next one of them begins. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  td: ['p', 'td', 'th'],
  th: ['p', 'td', 'th'],
  tr: ['p', 'td', 'th', 'tr'],
  tbody: ['p', 'td', 'th', 'tr', 'thead', 'tbody'],
  tfoot: ['p', 'td', 'th', 'tr', 'thead', 'tbody'],
  li: ['p', 'li'],
  p: ['p'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
};
/** Maximum number of levels that are told apart. What is deeper belongs to the last of them. */
const MAX_LEVELS = 50;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * Parse the HTML in Markdown to the nodes that MDX has for elements, in one pass. Nothing in it is an error: what is not closed, such
 * as a tag whose content is Markdown, ends with the text.
 *
 * @param isInline whether it is within a line of text
 */
export function parseHtmlTree(html: string, isInline: boolean): RootContent[] {
  const root: RootContent[] = [];
  const open: { name: string; children: RootContent[] }[] = [{ name: '', children: root }];
  let at = 0;
  const addText = (text: string) => {
    const isShownAsIs = open.some(({ name }) => name === 'pre');
    const value = decodeEntities(isShownAsIs ? text : text.replace(/\s+/g, ' '));
    if (value !== '') open.at(-1)!.children.push({ type: 'text', value });
  };
  const end = (names: readonly string[]) => {
    while (open.length > 1 && names.includes(open.at(-1)!.name)) open.pop();
  };
  for (const match of html.matchAll(TOKEN)) {
    if (match.index < at) continue;
    addText(html.slice(at, match.index));
    const [all, slash, written = '', attributes = '', empty] = match;
    const name = written.replace(LOUD, (loud) => loud.toLowerCase());
    at = match.index + all.length;
    if (name === '') continue;
    if (slash === '/') {
      const opened = open.findLastIndex((one) => one.name === name);
      if (opened > 0) open.splice(opened);
      continue;
    }
    if (RAW.has(name.toLowerCase())) {
      const close = html.toLowerCase().indexOf(`</${name.toLowerCase()}`, at);
      at = close === -1 ? html.length : close;
      continue;
    }
    end(ENDS[name] ?? []);
    const children: RootContent[] = [];
    open.at(-1)!.children.push({
      type: isInline ? 'mdxJsxTextElement' : 'mdxJsxFlowElement',
      name,
      attributes: readAttributes(attributes),
      children,
    } as Jsx);
    if (empty !== '/' && !VOID.has(name) && open.length < MAX_LEVELS) open.push({ name, children });
  }
  addText(html.slice(at));
  return root;
}

/** Read the attributes of a tag. */
export function readAttributes(written: string): Jsx['attributes'] {
  return [...written.matchAll(ATTRIBUTE)].map(([, name = '', double, single, braces, bare]) => {
    const text = double ?? single ?? bare;
    const value =
      braces === undefined
        ? text === undefined
          ? null
          : decodeEntities(text)
        : { type: 'mdxJsxAttributeValueExpression' as const, value: braces };
    return { type: 'mdxJsxAttribute' as const, name, value };
  });
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? all;
    const point = decimal === undefined ? parseInt(hex, 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });
}
