import type { Element, ElementContent, Root, RootContent } from 'hast';
import { isChrome, isPageFrame } from './chrome.ts';
import { readCodeBlock } from './code-block.ts';
import { attributeOf, classesOf, findElement, lineOf, textOfHast, walkElements } from './hast.ts';
import type { MainContent } from './main-content.ts';
import { TabLabels } from './tab-labels.ts';

/** Titles of notes, warnings and the like. */
const NOTE_TITLE =
  /^(?:admonition-?title|admonitionHeading.*|custom-block-title|starlight-aside__title|alert-heading|markdown-alert-title|callout-title|callout-heading|sd-card-title|topic-title|sidebar-title|rubric)$/i;
const HEADING = /^h([1-6])$/;
/** Class of Sphinx for definitions of code, each with an anchor of its own. */
const SIGNATURE = 'sig';
const LAST_LEVEL = 6;

/** Input of the cleaning. */
export interface CleanOptions extends MainContent {
  /** Elements that the user excludes. */
  ignored: ReadonlySet<Element>;
}

/**
 * Reduce the main content of a page to plain HTML: remove navigation and buttons, turn code blocks into `<pre>` with `data-lang`
 * and `data-title`, labels of tabs and titles of notes into bold lines, and give headings their ids.
 */
export function cleanContent({ elements, isWholePage, ignored }: CleanOptions): Root {
  const cleaner = new Cleaner(new TabLabels(elements), isWholePage, ignored);
  return { type: 'root', children: elements.map((element) => create('div', cleaner.children(element))) };
}

class Cleaner {
  readonly #tabs: TabLabels;
  readonly #isWholePage: boolean;
  readonly #ignored: ReadonlySet<Element>;
  /** Level of the last heading. Signatures are one level below. */
  #level = 1;
  /** Id of an empty anchor just before, or of the section that has just begun. It belongs to the next heading. */
  #pendingId: string | undefined;

  constructor(tabs: TabLabels, isWholePage: boolean, ignored: ReadonlySet<Element>) {
    this.#tabs = tabs;
    this.#isWholePage = isWholePage;
    this.#ignored = ignored;
  }

  children(parent: Element): ElementContent[] {
    return parent.children.flatMap((child) => this.#clean(child, parent));
  }

  #clean(node: RootContent, parent: Element): ElementContent[] {
    if (node.type === 'text') {
      if (node.value.trim() !== '') this.#pendingId = undefined;
      return [node];
    }
    if (node.type !== 'element' || this.#ignored.has(node)) return [];
    // Not the usual text, because some titles are hidden from screen readers, for which the note has a label.
    if (isNoteTitle(node)) return [boldLine(lineOf(textOfHast(node, isSilent)))];
    if (this.#tabs.take(node) || this.#isLeftOut(node)) return [];
    const label = this.#tabs.labelOf(node, parent);
    const content = this.#element(node);
    return label === undefined || label === '' ? content : [boldLine(label), ...content];
  }

  #isLeftOut(element: Element): boolean {
    if (isChrome(element)) return true;
    return this.#isWholePage && isPageFrame(element);
  }

  #element(element: Element): ElementContent[] {
    const { tagName } = element;
    const level = HEADING.exec(tagName)?.[1];
    if (level !== undefined) return [this.#heading(element, Number(level))];
    const block = readCodeBlock(element);
    if (block !== null) {
      this.#pendingId = undefined;
      const { code, language, title } = block;
      return [create('pre', [{ type: 'text', value: code }], { dataLang: language, dataTitle: title })];
    }
    if (tagName === 'summary') return [boldLine(lineOf(textOfHast(element, isChrome)))];
    if (tagName === 'input') return attributeOf(element, 'type') === 'checkbox' ? [element] : [];
    if (classesOf(element).includes('katex')) return formula(element);
    if (tagName === 'dl' && hasSignature(element)) return this.#signatures(element);
    const id = attributeOf(element, 'id') ?? (tagName === 'a' ? attributeOf(element, 'name') : undefined);
    if (id !== undefined && isAnchorOfNext(element)) this.#pendingId = id;
    if (tagName === 'hr') return [];
    const isBare = tagName === 'label' || (tagName === 'a' && attributeOf(element, 'href') === undefined);
    if (isBare) return this.children(element);
    return [{ ...element, children: this.children(element) }];
  }

  /** Return a heading with its id: its own, one inside it, or that of the section which it begins. */
  #heading(element: Element, level: number): Element {
    const inner = findElement(element, (child) => child !== element && idOf(child) !== undefined);
    const id = attributeOf(element, 'id') ?? (inner && idOf(inner)) ?? this.#pendingId;
    this.#pendingId = undefined;
    this.#level = level;
    const hasOwnText = lineOf(textOfHast(element, isChrome)) !== '';
    // A link around the whole heading is no permalink.
    const children = hasOwnText
      ? this.children(spaced(element))
      : [{ type: 'text' as const, value: lineOf(textOfHast(element)) }];
    return create(`h${level}`, unlink(children), { id });
  }

  #signatures(list: Element): ElementContent[] {
    const before = this.#level;
    const level = Math.min(before + 1, LAST_LEVEL);
    let isFirst = true;
    const blocks = list.children.flatMap((child): ElementContent[] => {
      if (child.type !== 'element') return [];
      if (child.tagName !== 'dt') {
        isFirst = true;
        this.#level = level;
        return this.children(child);
      }
      const id = attributeOf(child, 'id');
      const signature = lineOf(textOfHast(child, isChrome));
      const block = create('p', [create('code', [{ type: 'text', value: signature }])]);
      // Further signatures of one definition follow the first. One without an anchor begins no section.
      const heading =
        isFirst && id !== undefined
          ? [create(`h${level}`, [{ type: 'text', value: signatureName(child, signature) }], { id })]
          : [];
      isFirst = false;
      return [...heading, block];
    });
    this.#level = before;
    return blocks;
  }
}

/** Return the name in a signature without its parameters: `attrs.define()`. */
function signatureName(signature: Element, text: string): string {
  let name = '';
  walkElements(signature, (element) => {
    const isName = classesOf(element).some((part) => part === 'sig-prename' || part === 'sig-name');
    if (isName) name += textOfHast(element);
    return !isName;
  });
  const called = /\(/.test(text) ? '()' : '';
  return name === '' ? text : `${lineOf(name)}${called}`;
}

function isNoteTitle(element: Element): boolean {
  return classesOf(element).some((name) => NOTE_TITLE.test(name));
}

function isSilent({ tagName }: Element): boolean {
  return tagName === 'svg' || tagName === 'style' || tagName === 'script';
}

function idOf(element: Element): string | undefined {
  return attributeOf(element, 'id') ?? (element.tagName === 'a' ? attributeOf(element, 'name') : undefined);
}

/** Return whether an id belongs to the next heading: that of an empty anchor, or of a section that begins with the heading. */
function isAnchorOfNext(element: Element): boolean {
  if (/^(?:a|span)$/.test(element.tagName)) return textOfHast(element).trim() === '';
  return /^(?:section|div|article|header)$/.test(element.tagName) && beginsWithHeading(element);
}

function beginsWithHeading({ children }: Element): boolean {
  const first = children.find(
    (child) => child.type === 'element' && !(child.tagName === 'span' && textOfHast(child).trim() === ''),
  );
  return first?.type === 'element' && HEADING.test(first.tagName);
}

function hasSignature({ children }: Element): boolean {
  return children.some(
    (child) => child.type === 'element' && child.tagName === 'dt' && classesOf(child).includes(SIGNATURE),
  );
}

/** Return whether a node is a badge in a heading, for a version or a state. VitePress leaves them out of its outlines, too. */
function isBadge(node: RootContent): boolean {
  return node.type === 'element' && classesOf(node).includes('VPBadge');
}

/**
 * Return a heading without badges. Spans that are its only content get spaces between them, because they are displayed as
 * separate lines.
 */
function spaced(heading: Element): Element {
  const children = heading.children.filter((child) => !isBadge(child));
  const isSpans = children.every((child) => child.type === 'element' && child.tagName === 'span');
  if (!isSpans) return { ...heading, children };
  return { ...heading, children: children.flatMap((child) => [child, { type: 'text', value: ' ' }]) };
}

/** Unwrap links in headings, because the heading itself is what is linked. */
function unlink(nodes: ElementContent[]): ElementContent[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element') return [node];
    const children = unlink(node.children);
    return node.tagName === 'a' ? children : [{ ...node, children }];
  });
}

/** Return the source of a formula, which KaTeX keeps for screen readers. */
function formula(element: Element): ElementContent[] {
  const source = findElement(element, ({ tagName }) => tagName === 'annotation');
  const text = source && lineOf(textOfHast(source));
  return text ? [create('code', [{ type: 'text', value: text }])] : [];
}

function boldLine(text: string): Element {
  return create('p', text === '' ? [] : [create('strong', [{ type: 'text', value: text }])]);
}

function create(
  tagName: string,
  children: ElementContent[],
  attributes: Record<string, string | undefined> = {},
): Element {
  const properties = Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== undefined),
  );
  return { type: 'element', tagName, properties, children };
}
