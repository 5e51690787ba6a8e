import type {
  Block,
  Code,
  Image,
  Inline,
  Link,
  List,
  ListItem,
  Table,
  TableCell,
  TableRow,
} from '../../markdown/tree.ts';
import { resolveLink } from '../../protocol/address.ts';
import { copyText } from './copy-text.ts';

/** Words that the drawn Markdown itself needs. */
export interface MarkdownLabels {
  /** Caption of the copy button of a code block. */
  readonly copy: string;
  /** Said after the code was copied. */
  readonly copied: string;
  /** Said when the browser refused to copy. */
  readonly copyFailed: string;
  /** Name of a code block that names no language. */
  readonly code: string;
  /** Name of the group in which a wide table scrolls. */
  readonly table: string;
  /** Name of a ticked box in a task list. */
  readonly taskDone: string;
  /** Name of an empty box in a task list. */
  readonly taskOpen: string;
}

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
  /** Words that replace the English ones, one by one. */
  readonly labels?: Partial<MarkdownLabels> | undefined;
}

const ENGLISH: MarkdownLabels = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying did not work',
  code: 'Code',
  table: 'Table',
  taskDone: 'Done',
  taskOpen: 'Not done',
};

/** Outermost blocks that are added in one go: about 40 KB of text, some 20 ms of work. */
const MAX_NEW_BLOCKS = 200;

/** How long a copy button shows that it has copied. */
const COPIED_MILLISECONDS = 2_000;

/** Makes the DOM node of one tree node, or changes the node that stands for an earlier state of it; returns what is to stand there. */
type Draw<T> = (node: ChildNode | null, old: T | null, next: T) => ChildNode;

/**
 * Draws trees of Markdown into an element: nodes from a fixed list, text as text nodes, no HTML. Drawing again compares
 * with the tree drawn before and touches only what differs; parts of a tree that kept their identity are not looked at.
 */
export class MarkdownRenderer {
  readonly #root: Element;
  readonly #options: RenderOptions;
  readonly #labels: MarkdownLabels;
  readonly #announce: (message: string) => void;
  readonly #base: string;
  readonly #imagePrefixes: readonly string[];
  #drawn: readonly Block[] = [];

  constructor(root: Element, options: RenderOptions, announce: (message: string) => void) {
    this.#root = root;
    this.#options = options;
    this.#labels = { ...ENGLISH, ...options.labels };
    this.#announce = announce;
    this.#base = resolveLink(options.linkBase ?? '', document.baseURI) ?? document.baseURI;
    this.#imagePrefixes = (options.imagePrefixes ?? []).flatMap(
      (prefix) => resolveLink(prefix, this.#base) ?? [],
    );
    root.replaceChildren();
  }

  /** Draws a tree, or as much of a long one as one task should; returns whether that was all of it. */
  draw(blocks: readonly Block[]): boolean {
    const slice = blocks.slice(0, this.#drawn.length + MAX_NEW_BLOCKS);
    drawAll(this.#root, this.#drawn, slice, this.#drawOutermost);
    this.#drawn = slice;
    return slice.length === blocks.length;
  }

  /** The direction is decided for each outermost block: what is inside one follows it. */
  readonly #drawOutermost: Draw<Block> = (node, old, next) => {
    const drawn = this.#drawBlock(node, old, next) as HTMLElement;
    if (drawn !== node && next.type !== 'code') drawn.dir = 'auto';
    return drawn;
  };

  readonly #drawBlock: Draw<Block> = (node, old, next) => {
    switch (next.type) {
      case 'paragraph':
        return this.#drawInlines('p', node, sameType(old, next), next);
      case 'heading': {
        const level = Math.min(next.depth + (this.#options.headingOffset ?? 2), 6);
        const before = sameType(old, next);
        return this.#drawInlines(`h${level}`, node, before?.depth === next.depth ? before : null, next);
      }
      case 'blockquote': {
        const before = sameType(old, next);
        const element = before ? (node as Element) : create('blockquote');
        drawAll(element, before?.children, next.children, this.#drawBlock);
        return element;
      }
      case 'list':
        return this.#drawList(node, sameType(old, next), next);
      case 'code':
        return this.#drawCode(node, sameType(old, next), next);
      case 'html':
        return this.#drawHtml(node, sameType(old, next)?.value, next.value);
      case 'table':
        return this.#drawTable(node, sameType(old, next), next);
      case 'thematicBreak':
        return sameType(old, next) ? node! : create('hr');
    }
  };

  #drawInlines<T extends { readonly children: readonly Inline[] }>(
    name: string,
    node: ChildNode | null,
    old: T | null,
    next: T,
    insideLink = false,
  ): Element {
    const element = old ? (node as Element) : create(name);
    drawAll(element, old?.children, next.children, insideLink ? this.#drawInlineOfLink : this.#drawInline);
    return element;
  }

  #drawHtml(node: ChildNode | null, old: string | undefined, next: string): ChildNode {
    if (old !== undefined) {
      changeText(node!.firstChild as Text, old, next);
      return node!;
    }
    const element = create('p', 'html');
    element.append(next);
    return element;
  }

  #drawList(node: ChildNode | null, old: List | null, next: List): ChildNode {
    // A tight list can become loose, and then its paragraphs appear; never the other way round.
    const before = old?.start === next.start && (old.tight || !next.tight) ? old : null;
    const list = before ? (node as Element) : create(next.start === null ? 'ul' : 'ol');
    if (before === null && next.start !== null && next.start !== 1)
      (list as HTMLOListElement).start = next.start;
    if (before?.tight && !next.tight)
      before.children.forEach((item, index) => loosen(list.children[index]!, item));
    drawAll(list, before?.children, next.children, next.tight ? this.#drawTightItem : this.#drawLooseItem);
    return list;
  }

  readonly #drawTightItem: Draw<ListItem> = (node, old, next) => {
    const item = this.#drawItem(node, old, next);
    drawAll(item, item === node ? flatten(old!) : [], flatten(next), this.#drawBlockOrInline);
    return item;
  };

  readonly #drawLooseItem: Draw<ListItem> = (node, old, next) => {
    const item = this.#drawItem(node, old, next);
    drawAll(item, item === node ? old!.children : [], next.children, this.#drawBlock);
    return item;
  };

  #drawItem(node: ChildNode | null, old: ListItem | null, { checked }: ListItem): Element {
    if (old?.checked === checked) return node as Element;
    const item = create('li');
    if (checked === null) return item;
    item.className = 'task';
    const box = create('input');
    box.type = 'checkbox';
    box.disabled = true;
    box.checked = checked;
    box.setAttribute('aria-label', checked ? this.#labels.taskDone : this.#labels.taskOpen);
    item.append(box);
    return item;
  }

  readonly #drawBlockOrInline: Draw<Block | Inline> = (node, old, next) => {
    return isInline(next)
      ? this.#drawInline(node, old && isInline(old) ? old : null, next)
      : this.#drawBlock(node, old && !isInline(old) ? old : null, next);
  };

  #drawCode(node: ChildNode | null, old: Code | null, next: Code): ChildNode {
    if (old?.language === next.language) {
      changeText((node as Element).querySelector('code')!.firstChild as Text, old.value, next.value);
      return node!;
    }
    const block = create('div', 'code');
    block.setAttribute('part', 'code');
    const head = create('div', 'code-head');
    const language = create('span', 'code-language');
    language.textContent = next.language;
    const pre = create('pre');
    pre.dir = 'ltr';
    makeScrollable(pre, next.language || this.#labels.code);
    const code = create('code', next.language && `language-${next.language}`);
    code.append(document.createTextNode(next.value));
    pre.append(code);
    head.append(language, this.#createCopyButton(code));
    block.append(head, pre);
    return block;
  }

  #createCopyButton(code: Element): Element {
    const button = create('button', 'code-copy');
    button.type = 'button';
    button.setAttribute('part', 'copy');
    button.textContent = this.#labels.copy;
    let timer: ReturnType<typeof setTimeout> | undefined;
    button.addEventListener('click', async () => {
      const copied = await copyText(code.textContent ?? '', button);
      const message = copied ? this.#labels.copied : this.#labels.copyFailed;
      this.#announce(message);
      button.textContent = message;
      clearTimeout(timer);
      timer = setTimeout(() => (button.textContent = this.#labels.copy), COPIED_MILLISECONDS);
    });
    return button;
  }

  #drawTable(node: ChildNode | null, old: Table | null, next: Table): ChildNode {
    let scroller = node as HTMLElement;
    if (old === null) {
      scroller = create('div', 'table');
      makeScrollable(scroller, this.#labels.table);
      scroller.append(create('table'));
    }
    const table = scroller.firstChild as HTMLTableElement;
    drawAll(table.createTHead(), old?.children.slice(0, 1), next.children.slice(0, 1), this.#drawHeadRow);
    if (next.children.length === 1) table.tBodies[0]?.remove();
    else {
      const body = table.tBodies[0] ?? table.createTBody();
      drawAll(body, old?.children.slice(1), next.children.slice(1), this.#drawBodyRow);
    }
    return scroller;
  }

  readonly #drawHeadRow: Draw<TableRow> = (node, old, next) =>
    this.#drawRow(node, old, next, this.#drawHeadCell);
  readonly #drawBodyRow: Draw<TableRow> = (node, old, next) =>
    this.#drawRow(node, old, next, this.#drawBodyCell);
  readonly #drawHeadCell: Draw<TableCell> = (node, old, next) => this.#drawCell('th', node, old, next);
  readonly #drawBodyCell: Draw<TableCell> = (node, old, next) => this.#drawCell('td', node, old, next);

  #drawRow(node: ChildNode | null, old: TableRow | null, next: TableRow, drawCell: Draw<TableCell>): Element {
    const row = old ? (node as Element) : create('tr');
    drawAll(row, old?.children, next.children, drawCell);
    return row;
  }

  #drawCell(name: string, node: ChildNode | null, old: TableCell | null, next: TableCell): Element {
    const before = old?.align === next.align ? old : null;
    const cell = this.#drawInlines(name, node, before, next);
    if (before === null && next.align !== null) cell.className = `align-${next.align}`;
    return cell;
  }

  readonly #drawInline: Draw<Inline> = (node, old, next) => this.#drawAnyInline(node, old, next, false);
  readonly #drawInlineOfLink: Draw<Inline> = (node, old, next) => this.#drawAnyInline(node, old, next, true);

  #drawAnyInline(node: ChildNode | null, old: Inline | null, next: Inline, insideLink: boolean): ChildNode {
    switch (next.type) {
      case 'text': {
        const before = sameType(old, next);
        if (before === null) return document.createTextNode(next.value);
        changeText(node as Text, before.value, next.value);
        return node!;
      }
      case 'emphasis':
        return this.#drawInlines('em', node, sameType(old, next), next, insideLink);
      case 'strong':
        return this.#drawInlines('strong', node, sameType(old, next), next, insideLink);
      case 'delete':
        return this.#drawInlines('del', node, sameType(old, next), next, insideLink);
      case 'inlineCode': {
        const before = sameType(old, next);
        const code = before ? node! : create('code');
        if (before?.value !== next.value) code.textContent = next.value;
        return code;
      }
      case 'link':
        return this.#drawLink(node, sameType(old, next), next);
      case 'image': {
        const before = sameType(old, next);
        const isSame = before?.url === next.url && before.alt === next.alt && before.title === next.title;
        return isSame ? node! : this.#createImage(next, insideLink);
      }
      case 'break':
        return sameType(old, next) ? node! : create('br');
    }
  }

  #drawLink(node: ChildNode | null, old: Link | null, next: Link): Element {
    const before = old?.title === next.title ? old : null;
    if (before?.url === next.url) return this.#drawInlines('a', node, before, next, true);
    const href = resolveLink(next.url, this.#base);
    const name = href === null ? 'span' : 'a';
    const isReusable = (node as Element | null)?.localName === name;
    const link = this.#drawInlines(name, node, isReusable ? before : null, next, true);
    if (href !== null) this.#setTarget(link as HTMLAnchorElement, href, next.title);
    return link;
  }

  #setTarget(link: HTMLAnchorElement, href: string, title: string): void {
    link.href = href;
    link.rel = 'noopener noreferrer';
    if (this.#options.linkTarget === 'blank') link.target = '_blank';
    if (title !== '') link.title = title;
  }

  /** An image from an address that may be loaded; otherwise its description, as a link to it. */
  #createImage({ url, alt, title }: Image, insideLink: boolean): Element {
    const address = resolveLink(url, this.#base);
    if (address !== null && this.#imagePrefixes.some((prefix) => address.startsWith(prefix))) {
      const image = create('img');
      image.alt = alt;
      if (title !== '') image.title = title;
      image.loading = 'lazy';
      image.decoding = 'async';
      image.referrerPolicy = 'no-referrer';
      image.src = address;
      return image;
    }
    const link = create(address === null || insideLink ? 'span' : 'a');
    link.textContent = alt || url;
    if (link instanceof HTMLAnchorElement) this.#setTarget(link, address!, title);
    return link;
  }
}

function create<K extends keyof HTMLElementTagNameMap>(name: K, className?: string): HTMLElementTagNameMap[K];
function create(name: string, className?: string): HTMLElement;
function create(name: string, className = ''): HTMLElement {
  const element = document.createElement(name);
  if (className !== '') element.className = className;
  return element;
}

/** Makes a parent's children those of `next`, given that they are those of `old`. Each tree node has one DOM node, and they are the parent's last. */
function drawAll<T>(parent: Element, old: readonly T[] = [], next: readonly T[], draw: Draw<T>): void {
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

function changeText(node: Text, old: string, next: string): void {
  if (next === old) return;
  if (next.startsWith(old)) return node.appendData(next.slice(old.length));
  let shared = 0;
  while (shared < old.length && old[shared] === next[shared]) shared++;
  node.replaceData(shared, old.length - shared, next.slice(shared));
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

function isInline(node: Block | Inline): node is Inline {
  return /^(?:text|emphasis|strong|delete|inlineCode|link|image|break)$/.test(node.type);
}

/** What may be wider than the page scrolls, and has to be reachable by keyboard for that. */
function makeScrollable(element: HTMLElement, name: string): void {
  element.tabIndex = 0;
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', name);
}
