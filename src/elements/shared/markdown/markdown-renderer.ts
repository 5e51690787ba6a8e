import { CITATION_SCHEME } from '../../../markdown/inline-parser.ts';
import type { Block, Code, Image, Inline, Link, List, ListItem } from '../../../markdown/tree.ts';
import { resolveAnswerLink, resolveBase, resolveLink, staysOnPage } from '../../../protocol/address.ts';
import { copyText } from '../dom/copy-text.ts';
import type { MarkdownExtensions } from './markdown-extensions-loader.ts';
import { create, drawAll, SCROLLABLE, type Draw, type Parent } from './markdown-nodes.ts';
import type { LiveOptions, RenderOptions } from './markdown-options.ts';

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

/** Outermost blocks that are added in one go: about 40 KB of text, some 20 ms of work. */
const MAX_NEW_BLOCKS = 200;

/** Text of the shortest block that is skipped off screen, in UTF-16 units. Thousands of shorter ones would cost eight times as much. */
const MIN_SKIPPED_LENGTH = 40;

/** How long a copy button shows that it has copied. */
const COPIED_MILLISECONDS = 2_000;

/**
 * Makes what draws trees of Markdown into an element: nodes from a fixed list, text as text nodes, no HTML. Drawing again
 * compares with the tree drawn before and touches only what differs; parts of a tree that kept their identity are not
 * looked at.
 *
 * @param extensions returns the extensions that the tree was read with, or `null`
 * @returns draws a tree, or as much of a long one as one task should; returns whether that was all of it
 */
export function createMarkdownRenderer(
  root: Element,
  options: RenderOptions,
  live: () => LiveOptions,
  extensions: () => MarkdownExtensions | null,
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
    skipOffScreen(Math.max(0, drawn.length - 1), slice.length - 1);
    drawn = slice;
    return slice.length === blocks.length;
  };

  /** Let the browser skip finished blocks that are off screen, where that costs less than drawing them. */
  function skipOffScreen(start: number, end: number): void {
    for (let index = start; index < end; index++) {
      const block = root.children[index]!;
      if (block.textContent.length >= MIN_SKIPPED_LENGTH) block.classList.add('skip');
    }
  }

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
        if (before === null) return document.createTextNode(shown(next.value));
        changeText(node as Text, shown(before.value), shown(next.value));
        return node!;
      }
      case 'inlineCode':
      case 'html': {
        const before = sameType(old, next);
        if (before) changeText(node!.firstChild as Text, shown(before.value), shown(next.value));
        else if (next.type === 'html') return create('p', { className: 'html' }, next.value);
        else return create('code', { dir: 'ltr' }, shown(next.value));
        return node!;
      }
      case 'heading': {
        const level = Math.min(next.outlineLevel + (options.headingOffset ?? 2), 6);
        const before = sameType(old, next);
        return drawElement(
          `h${level}`,
          node,
          before?.outlineLevel === next.outlineLevel ? before : null,
          next,
        );
      }
      case 'list':
        return drawList(node, sameType(old, next), next);
      case 'code':
        return drawCode(node, sameType(old, next), next);
      case 'table':
        return extensions()!.drawTable(node, sameType(old, next), next, text('table'), drawElement);
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
    return checked === null ? create('li') : extensions()!.createTask(checked, text);
  }

  function drawCode(node: ChildNode | null, old: Code | null, { language, title, value }: Code): ChildNode {
    if (old?.language === language && old.title === title) {
      changeText((node as Element).querySelector('code')!.firstChild as Text, old.value, value);
      return node!;
    }
    const code = create('code', {}, value);
    if (language) {
      code.className = `language-${language}`;
      live().onCode?.(code);
    }
    const label = title || language;
    const name = create('span', { className: 'code-language' }, label);
    const head = create('div', { className: 'code-head' }, name, createCopyButton(code));
    const pre = create('pre', { ...SCROLLABLE, ariaLabel: label || text('code') }, code);
    return create('div', { className: 'code', part: 'code', dir: 'ltr' }, head, pre);
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
    const checks = extensions();
    // Without the checks, no link leaves the site.
    const mayLead = checks ? checks.hasVisibleText(next) : !next.url.includes(':');
    const resolved = mayLead ? resolveAnswerLink(next.url, base) : null;
    // As it is written: the page that the reader is on may be another one by the time of the click.
    const href = resolved !== null && staysOnPage(next.url) ? next.url.trim() : resolved;
    const name = href === null ? 'span' : 'a';
    const isReusable = (node as Element | null)?.localName === name;
    const link = drawElement(name, node, isReusable ? before : null, next);
    if (href !== null && (link !== node || before?.url !== next.url))
      setTarget(link as HTMLAnchorElement, href, next.title);
    if (resolved !== null) checks?.showHost(link, resolved, base);
    return link;
  }

  /** Return a text as it is drawn: in a link, it keeps its order. */
  function shown(value: string): string {
    const checks = isInsideLink && extensions();
    return checks ? checks.withoutDirectionControls(value) : value;
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
    const { url, title } = image;
    const src = resolveLink(url, base);
    if (src !== null && imagePrefixes.some((prefix) => src.startsWith(prefix)))
      return extensions()!.createImage(image, src);
    const { imageLabel, showHost } = extensions()!;
    const label = imageLabel(image);
    if (src === null || isInsideLink) return create('span', {}, label);
    const link = create('a', {}, label);
    setTarget(link, src, title);
    showHost(link, src, base);
    return link;
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
