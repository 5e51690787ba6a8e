import type { BlockNode, BlockRule, BlockStart } from './block-node.ts';
import { indented, readFootnoteStart } from './github-syntax.ts';
import type { Block, Callout, CalloutKind, Inline, List } from './tree.ts';

/**
 * Callouts, details, steps and cards, as generators of documentation write them: `> [!NOTE]` (GitHub), `:::note`
 * (Docusaurus, VitePress), `!!! note "Title"` above indented blocks (Material for MkDocs), and components such as `<Note>`.
 */

/** Maximum number of characters of a title; a longer one is cut. */
export const MAX_TITLE_LENGTH = 200;

const KINDS: Readonly<Record<string, CalloutKind>> = {
  ...kinds(
    'note',
    'note info important abstract summary seealso question example quote callout admonition aside',
  ),
  ...kinds('tip', 'tip hint success check done'),
  ...kinds('warning', 'warning caution danger error attention bug failure alert'),
  ...kinds('details', 'details accordion expandable collapse'),
};
const COMPONENTS: Readonly<Record<string, CalloutKind>> = {
  ...KINDS,
  ...kinds('step', 'step'),
  ...kinds('group', 'steps card cardgroup cards cardgrid columns accordiongroup linkcard'),
};

const COLON_START =
  /^(:{3,})[ \t]*([A-Za-z]+)[ \t]*(?:\[(.*)\]|\{.*\btitle=["'](.*?)["'].*\}|([^{].*)?)?(?:\{[^{}]*\})?[ \t]*$/;
const COLON_END = /^:{3,}(?=[ \t]*$)/;
const INDENTED_START = /^(?:!!!|\?\?\?\+?)[ \t]+([A-Za-z]+)(?:[ \t]+[A-Za-z ]+)?(?:[ \t]+"(.*)")?[ \t]*$/;
const OPENING = /^<([A-Z][A-Za-z]*|details)((?:[ \t][^<>]*)?)>[ \t]*(?:<summary>(.*)<\/summary>[ \t]*)?$/;
const WHOLE = /^<([A-Z][A-Za-z]*)((?:[ \t][^<>]*?)?)(?:\/>|>(.*)<\/\1>)[ \t]*$/;
const SUMMARY = /^<summary>(.*)<\/summary>[ \t]*$/;
const ALERT = /^\[!([A-Za-z]+)\][+-]?[ \t]*([^\n]*)(?:\n|$)/;
/** What may become an alert. */
const HALF_ALERT = /^\[!?[A-Za-z]*\]?[+-]?$/;

const oneLine: BlockRule = { isEnd: () => false, continues: () => -1 };

function kinds(kind: CalloutKind, names: string): Record<string, CalloutKind> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind]));
}

function kindOf(name: string, known = KINDS): CalloutKind | null {
  const key = name.toLowerCase();
  return Object.hasOwn(known, key) ? known[key]! : null;
}

/** Return the callout or the footnote that a line starts; `null` when it starts none. */
export function readCalloutStart(content: string): BlockStart | null {
  const footnote = readFootnoteStart(content);
  if (footnote) return footnote;
  const colons = COLON_START.exec(content);
  if (colons)
    return kindOf(colons[2]!) && { kind: 'callout', rule: fenced(colons[1]!.length), title: content };
  const marked = INDENTED_START.exec(content);
  if (marked) return kindOf(marked[1]!) && { kind: 'callout', rule: indented, title: content };
  if (SUMMARY.test(content)) return { kind: 'callout', rule: oneLine, title: content };
  const [, name, attributes = ''] = OPENING.exec(content) ?? [];
  if (name !== undefined && !attributes.endsWith('/'))
    return kindOf(name, COMPONENTS) && { kind: 'callout', rule: tagged(name), title: content };
  const whole = WHOLE.exec(content);
  return whole && kindOf(whole[1]!, COMPONENTS) && { kind: 'callout', rule: oneLine, title: content };
}

function fenced(length: number): BlockRule {
  return {
    isEnd: (content, reached) =>
      reached.kind !== 'code' && (COLON_END.exec(content)?.[0].length ?? 0) >= length,
    continues: () => 0,
  };
}

function tagged(name: string): BlockRule {
  const end = `</${name}>`;
  return {
    isEnd: (content, reached) => reached.kind !== 'code' && content.trimEnd() === end,
    continues(node, content, indent) {
      if (content === '') return 0;
      if (node.contentIndent < 0) node.contentIndent = indent;
      return Math.min(indent, node.contentIndent);
    },
  };
}

/** Return the tree of a callout. @param toInlines returns that of text on its first line */
export function toCallout(
  { title: line }: BlockNode,
  children: readonly Block[],
  toInlines: (text: string) => Inline[],
): Callout | List {
  const [, , word, bracketed, attribute, plain] = COLON_START.exec(line) ?? [];
  if (word !== undefined) return callout(kindOf(word)!, bracketed ?? attribute ?? plain, children);
  const marked = INDENTED_START.exec(line);
  if (marked) return callout(line[0] === '?' ? 'details' : kindOf(marked[1]!)!, marked[2], children);
  const summary = SUMMARY.exec(line);
  if (summary) return callout('summary', summary[1], []);
  const opening = OPENING.exec(line);
  if (opening && !opening[2]!.endsWith('/'))
    return toComponent(opening[1]!, opening[2]!, opening[3], children);
  const [, name = '', attributes = '', text = ''] = WHOLE.exec(line) ?? [];
  const inlines = toInlines(text);
  return toComponent(
    name,
    attributes,
    undefined,
    inlines.length > 0 ? [{ type: 'paragraph', children: inlines }] : [],
  );
}

function toComponent(
  name: string,
  attributes: string,
  summary: string | undefined,
  children: readonly Block[],
): Callout | List {
  const kind = kindOf(name, COMPONENTS)!;
  const title = summary ?? readAttribute(attributes, 'title') ?? readAttribute(attributes, 'label');
  const [first, ...others] = children;
  if (kind === 'details' && title === undefined && first?.type === 'callout' && first.kind === 'summary')
    return callout(kind, first.title, others);
  if (kind === 'group' || kind === 'step') {
    if (name === 'Steps' && children.length > 0 && children.every(isStep))
      return {
        type: 'list',
        start: 1,
        tight: false,
        children: children.map((step) => ({ type: 'listItem', checked: null, children: step.children })),
      };
    const text: Inline = { type: 'text', value: shorten(title ?? '') };
    const url = readAttribute(attributes, 'href');
    const head: Inline =
      url === undefined
        ? { type: 'strong', children: [text] }
        : { type: 'link', url, title: '', children: [text.value === '' ? { ...text, value: url } : text] };
    const isNamed = url !== undefined || text.value !== '';
    return callout(kind, '', isNamed ? [{ type: 'paragraph', children: [head] }, ...children] : children);
  }
  const type = kindOf(readAttribute(attributes, 'type') ?? readAttribute(attributes, 'variant') ?? '');
  return callout(type ?? kind, title, children);
}

function isStep(block: Block): block is Callout {
  return block.type === 'callout' && block.kind === 'step';
}

function callout(kind: CalloutKind, title: string | undefined, children: readonly Block[]): Callout {
  return { type: 'callout', kind, title: shorten(title ?? ''), children };
}

function shorten(title: string): string {
  const text = title.replace(/<[^<>]*>|[*_`]{1,3}/g, '').trim();
  return text.length > MAX_TITLE_LENGTH ? `${text.slice(0, MAX_TITLE_LENGTH)}…` : text;
}

function readAttribute(attributes: string, name: string): string | undefined {
  return new RegExp(`\\s${name}=\\{?(["'])(.*?)\\1`).exec(attributes)?.[2];
}

/** Return the callout that a quote is, or `null`. @param text that of its first paragraph */
export function toAlert(text: string, children: readonly Block[]): Callout | null {
  const [, name = '', title] = ALERT.exec(text) ?? [];
  const kind = kindOf(name);
  return kind && callout(kind, title, children);
}

/** Return the text of the first paragraph of a quote without the mark of an alert. */
export function withoutAlertMark(text: string, isOpen: boolean): string {
  if (isOpen && HALF_ALERT.test(text.trim())) return '';
  const match = ALERT.exec(text);
  return match && kindOf(match[1]!) ? text.slice(match[0].length) : text;
}
