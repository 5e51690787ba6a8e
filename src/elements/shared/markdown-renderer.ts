import { CITATION_SCHEME } from '../../markdown/inline-parser.ts';
import type { Block, Code, Image, Inline, Link, List, ListItem } from '../../markdown/tree.ts';
import { resolveAnswerLink, resolveBase, resolveLink, staysOnPage } from '../../protocol/address.ts';
import { copyText } from './copy-text.ts';
import { createElement } from './create-element.ts';
import { rareMarkdown } from './rare-markdown-loader.ts';

/** Words that the drawn Markdown itself needs, by the keys of the interface strings. */
export const MARKDOWN_LABELS = [
  'copy',
  'copied',
  'copyFailed',
  'code',
  'table',
  'sources',
  'taskDone',
  'taskOpen',
] as const;

/** Looks such a word up. */
export type MarkdownText = (
  key: (typeof MARKDOWN_LABELS)[number],
  values?: { readonly count: number },
) => string;

/** How Markdown is drawn. */
export interface RenderOptions {
  /** Address against which links and images are resolved; itself resolved against the page's. Default: the page's own. */
  readonly linkBase?: string | undefined;
  /** Where links open. Default `self`. */
  readonly linkTarget?: 'self' | 'blank' | undefined;
  /** Addresses below which images may be loaded, such as `https://example.com/images/`. Default none: images become links. */
  readonly imagePrefixes?: readonly string[] | undefined;
  /** How many levels headings go down. Default 2: `#` becomes `<h3>`. Nothing goes below `<h6>`. */
  readonly headingOffset?: number | undefined;
  /** Looks up the words it needs. Default: their keys, for where nobody sees them. */
  readonly text?: MarkdownText | undefined;
}

/** A page that a mark such as `[1]` in the text leads to. */
export interface Citation {
  readonly href: string;
  readonly title: string;
}

/** What may change from one drawing to the next, without what is drawn being drawn anew. */
export interface LiveOptions {
  /** Told what a live region should say, such as "Copied". */
  readonly announce?: ((message: string) => void) | undefined;
  /** Where the marks lead: `[1]` to the first; `null` for a source that must not become a link. More may be added. */
  readonly citations?: readonly (Citation | null)[] | undefined;
  /** Told of each code block that names its language, as soon as it begins. */
  readonly onCode?: ((code: HTMLElement) => void) | undefined;
}

/** What is one element and its children. */
const ELEMENTS = {
  paragraph: 'p',
  blockquote: 'blockquote',
  thematicBreak: 'hr',
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
  break: 'br',
} as const;

/** What may be wider than the page scrolls, and has to be reachable by keyboard for that. */
export const SCROLLABLE = { tabIndex: 0, role: 'group' } as const;

/** Outermost blocks that are added in one go: about 40 KB of text, some 20 ms of work. */
const MAX_NEW_BLOCKS = 200;

/** How long a copy button shows that it has copied. */
const COPIED_MILLISECONDS = 2_000;

/** Makes the DOM node of one tree node, or changes the node that stands for an earlier state of it; returns what is to stand there. */
export type Draw<T> = (node: ChildNode | null, old: T | null, next: T) => ChildNode;

/** The same for what is one element and its children. */
export type DrawElement = (
  name: string,
  node: ChildNode | null,
  old: Parent | null,
  next: Parent,
) => HTMLElement;

interface Parent {
  readonly type: string;
  readonly children?: readonly (Block | Inline)[];
}

/**
 * Makes what draws trees of Markdown into an element: nodes from a fixed list, text as text nodes, no HTML. Drawing again
 * compares with the tree drawn before and touches only what differs; parts of a tree that kept their identity are not
 * looked at.
 *
 * @returns draws a tree, or as much of a long one as one task should; returns whether that was all of it
 */
export function createMarkdownRenderer(
  root: Element,
  options: RenderOptions,
  live: () => LiveOptions,
): (blocks: readonly Block[]) => boolean {
  const { text = String } = options;
  const base = resolveBase(options.linkBase ?? '', document.baseURI);
  const imagePrefixes = (options.imagePrefixes ?? []).flatMap((prefix) => resolveLink(prefix, base) ?? []);
  let drawn: readonly Block[] = [];
  let isInsideLink = false;

  root.replaceChildren();
  return (blocks) => {
    const slice = blocks.slice(0, drawn.length + MAX_NEW_BLOCKS);
    drawAll(root, drawn, slice, drawOutermost);
    drawn = slice;
    return slice.length === blocks.length;
  };

  /** The direction is decided for each outermost block: what is inside one follows it. */
  function drawOutermost(node: ChildNode | null, old: Block | null, next: Block): ChildNode {
    const element = draw(node, old, next) as HTMLElement;
    if (element !== node && next.type !== 'code') element.dir = 'auto';
    return element;
  }

  function draw(node: ChildNode | null, old: Block | Inline | null, next: Block | Inline): ChildNode {
    switch (next.type) {
      case 'text': {
        const before = sameType(old, next);
        if (before === null) return document.createTextNode(next.value);
        changeText(node as Text, before.value, next.value);
        return node!;
      }
      case 'inlineCode':
      case 'html': {
        const before = sameType(old, next);
        if (before) changeText(node!.firstChild as Text, before.value, next.value);
        else if (next.type === 'html') return create('p', { className: 'html' }, next.value);
        else return create('code', {}, next.value);
        return node!;
      }
      case 'heading': {
        const level = Math.min(next.depth + (options.headingOffset ?? 2), 6);
        const before = sameType(old, next);
        return drawElement(`h${level}`, node, before?.depth === next.depth ? before : null, next);
      }
      case 'list':
        return drawList(node, sameType(old, next), next);
      case 'code':
        return drawCode(node, sameType(old, next), next);
      case 'table':
        return rareMarkdown!.drawTable(node, sameType(old, next), next, text('table'), drawElement);
      case 'link': {
        const before = sameType(old, next);
        if (isCitation(next)) return before?.url === next.url ? node! : createMark(next.url);
        isInsideLink = true;
        const link = drawLink(node, before && isCitation(before) ? null : before, next);
        isInsideLink = false;
        return link;
      }
      case 'image': {
        const before = sameType(old, next);
        const isSame = before?.url === next.url && before.alt === next.alt && before.title === next.title;
        return isSame ? node! : createImage(next);
      }
      default:
        return drawElement(ELEMENTS[next.type], node, sameType(old, next), next);
    }
  }

  function drawElement(name: string, node: ChildNode | null, old: Parent | null, next: Parent): HTMLElement {
    const element = old ? (node as HTMLElement) : create(name);
    drawAll(element, old?.children, next.children, draw);
    return element;
  }

  function drawList(node: ChildNode | null, old: List | null, next: List): ChildNode {
    // A tight list can become loose, and then its paragraphs appear; never the other way round.
    const before = old?.start === next.start && (old.tight || !next.tight) ? old : null;
    const list = before ? (node as Element) : create(next.start === null ? 'ul' : 'ol');
    if (before === null && next.start !== null && next.start !== 1)
      (list as HTMLOListElement).start = next.start;
    if (before?.tight && !next.tight)
      before.children.forEach((item, index) => loosen(list.children[index]!, item));
    drawAll(list, before?.children, next.children, drawItems(next.tight ? flatten : childrenOf));
    return list;
  }

  function drawItems(contentOf: (item: ListItem) => readonly (Block | Inline)[]): Draw<ListItem> {
    return (node, old, next) => {
      const before = old?.checked === next.checked ? old : null;
      const item = before ? (node as Element) : createItem(next);
      drawAll(item, before ? contentOf(before) : [], contentOf(next), draw);
      return item;
    };
  }

  function createItem({ checked }: ListItem): Element {
    return checked === null ? create('li') : rareMarkdown!.createTask(checked, text);
  }

  function drawCode(node: ChildNode | null, old: Code | null, { language, value }: Code): ChildNode {
    if (old?.language === language) {
      changeText((node as Element).querySelector('code')!.firstChild as Text, old.value, value);
      return node!;
    }
    const code = create('code', {}, value);
    if (language) {
      code.className = `language-${language}`;
      live().onCode?.(code);
    }
    const name = create('span', { className: 'code-language' }, language);
    const head = create('div', { className: 'code-head' }, name, createCopyButton(code));
    const pre = create('pre', { ...SCROLLABLE, ariaLabel: language || text('code'), dir: 'ltr' }, code);
    return create('div', { className: 'code', part: 'code' }, head, pre);
  }

  function createCopyButton(code: Element): Element {
    const button = create('button', { type: 'button', className: 'code-copy', part: 'copy' }, text('copy'));
    let timer: ReturnType<typeof setTimeout> | undefined;
    button.addEventListener('click', async () => {
      const message = text((await copyText(code.textContent ?? '', button)) ? 'copied' : 'copyFailed');
      live().announce?.(message);
      button.textContent = message;
      clearTimeout(timer);
      timer = setTimeout(() => (button.textContent = text('copy')), COPIED_MILLISECONDS);
    });
    return button;
  }

  function drawLink(node: ChildNode | null, old: Link | null, next: Link): Element {
    const before = old?.title === next.title ? old : null;
    if (before?.url === next.url) return drawElement('a', node, before, next);
    const resolved = resolveAnswerLink(next.url, base);
    // As it is written: the page that the reader is on may be another one by the time of the click.
    const href = resolved !== null && staysOnPage(next.url) ? next.url.trim() : resolved;
    const name = href === null ? 'span' : 'a';
    const isReusable = (node as Element | null)?.localName === name;
    const link = drawElement(name, node, isReusable ? before : null, next);
    if (href !== null) setTarget(link as HTMLAnchorElement, href, next.title);
    return link;
  }

  /** The number of a source, as a link to it. */
  function createMark(url: string): Element {
    const number = url.slice(CITATION_SCHEME.length);
    const source = live().citations?.[+number - 1];
    if (!source) return create('span', {}, `[${number}]`);
    const ariaLabel = `${text('sources', { count: 1 })} ${number}: ${source.title}`;
    const mark = create('a', { className: 'mark', part: 'citation', ariaLabel }, number);
    setTarget(mark, source.href, '');
    return mark;
  }

  function setTarget(link: HTMLAnchorElement, href: string, title: string): void {
    link.href = href;
    link.rel = 'noopener noreferrer';
    if (options.linkTarget === 'blank') link.target = '_blank';
    if (title !== '') link.title = title;
  }

  /** An image from an address that may be loaded; otherwise its description, as a link to it. */
  function createImage(image: Image): Element {
    const { url, alt, title } = image;
    const src = resolveLink(url, base);
    if (src !== null && imagePrefixes.some((prefix) => src.startsWith(prefix)))
      return rareMarkdown!.createImage(image, src);
    if (src === null || isInsideLink) return create('span', {}, alt || url);
    const link = create('a', {}, alt || url);
    setTarget(link, src, title);
    return link;
  }
}

/** What can be set on an element. `part` is written as it stands in HTML. */
type Properties<E> = Partial<Omit<E, 'part'>> & { readonly part?: string };

export function create<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties?: Properties<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K];
export function create(name: string): HTMLElement;
export function create(
  name: string,
  properties: Properties<HTMLElement> = {},
  ...children: (Node | string)[]
): HTMLElement {
  return createElement(name as 'div', properties, ...children);
}

/** Makes a parent's children those of `next`, given that they are those of `old`. Each tree node has one DOM node, and they are the parent's last. */
export function drawAll<T>(
  parent: Element,
  old: readonly T[] = [],
  next: readonly T[] = [],
  draw: Draw<T>,
): void {
  let index = 0;
  while (index < old.length && old[index] === next[index]) index++;
  let node = index < old.length ? parent.lastChild : null;
  for (let rest = old.length - 1; rest > index; rest--) node = node!.previousSibling as ChildNode;

  for (; index < next.length; index++) {
    const before = old[index] ?? null;
    const following: ChildNode | null = node && node.nextSibling;
    if (before !== next[index]) {
      const drawn = draw(node, before, next[index]!);
      if (node === null) parent.append(drawn);
      else if (drawn !== node) node.replaceWith(drawn);
    }
    node = following;
  }
  while (node !== null) {
    const following: ChildNode | null = node.nextSibling;
    node.remove();
    node = following;
  }
}

/** The earlier state of a node, if it was of the same type. */
function sameType<T extends { readonly type: string }, N extends T>(old: T | null, next: N): N | null {
  return old?.type === next.type ? (old as N) : null;
}

function isCitation({ url }: Link): boolean {
  return url.startsWith(CITATION_SCHEME);
}

function changeText(node: Text, old: string, next: string): void {
  if (next === old) return;
  if (next.startsWith(old)) return node.appendData(next.slice(old.length));
  let shared = 0;
  while (shared < old.length && old[shared] === next[shared]) shared++;
  node.replaceData(shared, old.length - shared, next.slice(shared));
}

function childrenOf({ children }: ListItem): readonly Block[] {
  return children;
}

/** What stands in an item of a tight list: paragraphs have no element of their own there. */
function flatten(item: ListItem): (Block | Inline)[] {
  return item.children.flatMap((block): readonly (Block | Inline)[] =>
    block.type === 'paragraph' ? block.children : [block],
  );
}

/** Gives the paragraphs of an item the elements that they have in a loose list. Their text nodes stay. */
function loosen(element: Element, item: ListItem): void {
  let node: ChildNode | null = element.firstChild;
  if (item.checked !== null) node = node!.nextSibling;
  for (const block of item.children) {
    if (block.type !== 'paragraph') {
      node = node!.nextSibling;
      continue;
    }
    const paragraph = create('p');
    node!.before(paragraph);
    for (let count = block.children.length; count > 0; count--) paragraph.append(paragraph.nextSibling!);
    node = paragraph.nextSibling;
  }
}
