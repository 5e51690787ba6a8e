import type {
  BlockContent,
  Blockquote,
  Definition,
  Heading,
  List,
  Nodes,
  Paragraph,
  Parents,
  PhrasingContent,
  Root,
  RootContent,
} from 'mdast';
import { readCodeInfo, withoutAnnotations } from './code-info.ts';
import { fieldLabel, textAttribute, typeTable, type Jsx } from './component-attributes.ts';
import { isHiddenElement, withoutHidden } from './hidden-elements.ts';
import { htmlTable } from './html-table.ts';
import { parseHtmlTree } from './html-tree.ts';
import { textOf } from '../../engine/answer/text-of.ts';

/** Context of a page that is flattened. */
export interface FlattenOptions {
  /** Return the target of a link; `undefined` leaves only its text. */
  resolveLink(url: string): string | undefined;
}

/** Attributes of components with visible text. */
const TITLE_ATTRIBUTES = ['title', 'label', 'heading', 'summary', 'caption', 'tip', 'text'];
/** Components that ask the reader, of tutorials: their text is no statement of the documentation. */
const EXERCISES = new Set(['Checklist', 'MultipleChoice', 'Quiz']);
/** Containers of tab panels that are named by their slot: `<Fragment slot="npm">` inside `<PackageManagerTabs>`. */
const TABS = /Tabs$/;
/** An MDX expression that is a constant string: `{" "}`. */
const STRING_EXPRESSION = /^\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)\s*$/;

/**
 * Turn a page into CommonMark with GFM: components and HTML elements are replaced by their content and visible attributes,
 * imports, exports and expressions are removed, references become links, images their alternative text.
 */
export function flattenComponents(root: Root, options: FlattenOptions): Root {
  const definitions = new Map<string, Definition>();
  collectDefinitions(root, definitions);
  const flattener = new Flattener(definitions, options);
  return { type: 'root', children: flattener.flow(root, undefined) };
}

class Flattener {
  readonly #definitions: ReadonlyMap<string, Definition>;
  readonly #options: FlattenOptions;
  #isInHeading = false;

  constructor(definitions: ReadonlyMap<string, Definition>, options: FlattenOptions) {
    this.#definitions = definitions;
    this.#options = options;
  }

  /** Return the children of a node as blocks. Inline content between blocks becomes a paragraph. */
  flow(parent: Parents, component: string | undefined): BlockContent[] {
    const blocks: BlockContent[] = [];
    let inline: PhrasingContent[] = [];
    const endParagraph = () => {
      blocks.push(...paragraph(inline));
      inline = [];
    };
    const children = withoutHidden(parent.children as RootContent[]);
    for (const [at, child] of children.entries()) {
      for (const node of this.#node(withoutAnnotations(child, children[at + 1]), component)) {
        if (isPhrasing(node)) inline.push(node);
        else {
          endParagraph();
          blocks.push(node as BlockContent);
        }
      }
    }
    endParagraph();
    return blocks;
  }

  /** Return the children of a node as inline content. Blocks are unwrapped. */
  phrasing(parent: Parents): PhrasingContent[] {
    return withoutHidden(parent.children as RootContent[])
      .flatMap((child) => this.#inline(child, undefined))
      .flatMap((node) => {
        if (isPhrasing(node)) return [node];
        return node.type === 'paragraph' ? node.children : [{ type: 'text' as const, value: textOf(node) }];
      });
  }

  /** Return the content of a heading. Labels of its components are left out, as generators leave them out of its anchor. */
  #title(node: Heading): PhrasingContent[] {
    this.#isInHeading = true;
    const children = this.phrasing(node);
    this.#isInHeading = false;
    return children.some((child) => textOf(child).trim() !== '') ? children : this.phrasing(node);
  }

  /** Return the children of an element as inline content, without blanks at its ends. */
  #trimmed(node: Jsx): PhrasingContent[] {
    return paragraph(this.phrasing(node))[0]?.children ?? [];
  }

  #node(node: RootContent, component: string | undefined): RootContent[] {
    switch (node.type) {
      case 'yaml':
      case 'toml' as 'yaml':
      case 'mdxjsEsm':
      case 'definition':
      case 'footnoteReference':
        return [];
      case 'mdxFlowExpression':
      case 'mdxTextExpression': {
        const [, ...strings] = STRING_EXPRESSION.exec(node.value) ?? [];
        const value = strings.find((string) => string !== undefined);
        return value === undefined ? [] : [{ type: 'text', value }];
      }
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement':
        return this.#jsx(node, component);
      case 'html':
        return this.#html(node.value, false);
      case 'image':
      case 'imageReference':
        return node.alt ? [{ type: 'text', value: node.alt }] : [];
      case 'link':
        return this.#link(node.url, this.phrasing(node));
      case 'linkReference': {
        const url = this.#definitions.get(node.identifier)?.url;
        return url === undefined ? this.phrasing(node) : this.#link(url, this.phrasing(node));
      }
      case 'code':
        return [{ ...node, ...readCodeInfo(node.lang, node.meta) }];
      case 'footnoteDefinition':
        return this.flow(node, undefined);
      case 'paragraph': {
        // MDX parses a component alone on its line inside another one as inline: unwrap its blocks.
        const children = withoutHidden(node.children).flatMap((child) => this.#inline(child, component));
        return children.every(isPhrasing) ? paragraph(children) : children;
      }
      case 'heading':
        return [{ ...node, children: this.#title(node) }];
      case 'emphasis':
      case 'strong':
      case 'delete':
      case 'tableCell':
        return [{ ...node, children: this.phrasing(node) }];
      case 'blockquote':
        return this.#quote(withoutAlertMark(node));
      case 'listItem':
        return [{ ...node, children: this.flow(node, undefined) }];
      case 'list':
      case 'table':
      case 'tableRow':
        return [{ ...node, children: this.#parts(node) } as RootContent];
      default:
        return [node];
    }
  }

  #parts(node: Parents): RootContent[] {
    return (node.children as RootContent[]).flatMap((child) => this.#node(child, undefined));
  }

  #quote(quote: Blockquote): Blockquote[] {
    const children = this.flow(quote, undefined);
    return children.length === 0 ? [] : [{ ...quote, children }];
  }

  #inline(node: RootContent, component: string | undefined): RootContent[] {
    return node.type === 'html' ? this.#html(node.value, true) : this.#node(node, component);
  }

  /** Read raw HTML: its text, with the elements and components that MDX has, too. */
  #html(html: string, isInline: boolean): RootContent[] {
    return parseHtmlTree(html, isInline).flatMap((node) => this.#node(node, undefined));
  }

  #link(url: string, children: PhrasingContent[]): RootContent[] {
    const resolved = this.#options.resolveLink(url);
    return resolved === undefined || children.length === 0
      ? children
      : [{ type: 'link', url: resolved, children }];
  }

  #jsx(node: Jsx, component: string | undefined): RootContent[] {
    const name = node.name ?? 'Fragment';
    if (isHiddenElement(node) || EXERCISES.has(name)) return [];
    const inline = node.type === 'mdxJsxTextElement';
    switch (name) {
      case 'br':
        return [{ type: 'break' }];
      case 'hr':
        return [{ type: 'thematicBreak' }];
      case 'img':
        return textAttribute(node, 'alt').map((value) => ({ type: 'text', value }));
      case 'code':
      case 'kbd':
      case 'samp':
      case 'var':
        return shown({ type: 'inlineCode', value: textOf(node).replace(/\s+/g, ' ') });
      case 'pre':
        return [{ type: 'code', value: textOf(node).replace(/^\n|\s+$/g, '') }];
      case 'table':
        return htmlTable(node, (cell) => this.flow(cell, undefined));
      case 'dt':
        return [{ type: 'paragraph', children: [{ type: 'strong', children: this.phrasing(node) }] }];
      case 'strong':
      case 'b':
        return shown({ type: 'strong', children: this.#trimmed(node) });
      case 'em':
      case 'i':
        return shown({ type: 'emphasis', children: this.#trimmed(node) });
      case 'a': {
        const [href] = textAttribute(node, 'href');
        return href === undefined ? this.#content(node, inline) : this.#link(href, this.#trimmed(node));
      }
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6': {
        const [id] = textAttribute(node, 'id');
        return shown(heading(Number(name.slice(1)), this.phrasing(node), id));
      }
      case 'ul':
      case 'ol':
        return [this.#list(node, name === 'ol')];
      case 'Since':
        return textAttribute(node, 'v', 'version').map((value) => ({
          type: 'text',
          value: `Added in ${value}.`,
        }));
      default:
        return [...this.#label(node, name, inline, component), ...this.#content(node, inline)];
    }
  }

  #list(node: Jsx, ordered: boolean): List {
    const items = (node.children as RootContent[]).filter((child) => textOf(child).trim() !== '');
    return {
      type: 'list',
      ordered,
      spread: false,
      children: items.map((item) => ({
        type: 'listItem',
        spread: false,
        children: this.flow({ type: 'root', children: [item] }, undefined),
      })),
    };
  }

  #content(node: Jsx, inline: boolean): RootContent[] {
    return inline ? this.phrasing(node) : this.flow(node, node.name ?? undefined);
  }

  /** Return the visible text of a component besides its children: its title, linked if it is a card, and its description. */
  #label(node: Jsx, name: string, inline: boolean, component: string | undefined): RootContent[] {
    if (this.#isInHeading || (!/^[A-Z]/.test(name) && name !== 'details')) return [];
    if (name === 'TypeTable') return typeTable(node);
    if (name === 'ParamField' || name === 'ResponseField') return fieldLabel(node);
    const slot = component !== undefined && TABS.test(component) ? ['slot'] : [];
    const [title] = textAttribute(node, ...TITLE_ATTRIBUTES, ...slot);
    const [description] = textAttribute(node, 'description');
    const [href] = textAttribute(node, 'href');
    const label: PhrasingContent[] = [];
    if (title !== undefined) {
      const text: PhrasingContent = { type: 'text', value: title };
      const url = href === undefined ? undefined : this.#options.resolveLink(href);
      label.push(
        url === undefined ? { type: 'strong', children: [text] } : { type: 'link', url, children: [text] },
      );
    }
    if (description !== undefined) {
      label.push({ type: 'text', value: label.length > 0 ? `: ${description}` : description });
    }
    if (label.length === 0) return [];
    return inline ? [...label, { type: 'text', value: ' ' }] : paragraph(label);
  }
}

/** Return a paragraph without blanks at its ends, in a list that is empty if there is nothing else. */
function paragraph(children: readonly PhrasingContent[]): Paragraph[] {
  const isBlank = (child: PhrasingContent) => textOf(child).trim() === '';
  const first = children.findIndex((child) => !isBlank(child));
  if (first === -1) return [];
  const trimmed = children.slice(first, children.findLastIndex((child) => !isBlank(child)) + 1);
  const edit = (at: number, change: (value: string) => string) => {
    const child = trimmed.at(at);
    if (child?.type === 'text') trimmed.splice(at, 1, { ...child, value: change(child.value) });
  };
  edit(0, (value) => value.trimStart());
  edit(-1, (value) => value.trimEnd());
  trimmed.forEach((child, at) => {
    if (child.type !== 'break') return;
    if (at + 1 < trimmed.length) edit(at + 1, (value) => value.trimStart());
    if (at > 0) edit(at - 1, (value) => value.trimEnd());
  });
  return [{ type: 'paragraph', children: trimmed }];
}

/** Return a heading. An explicit id is written in the usual syntax: `Title {#id}`. */
function heading(depth: number, children: PhrasingContent[], id: string | undefined): Heading {
  const own: PhrasingContent[] = id === undefined ? [] : [{ type: 'text', value: ` {#${id}}` }];
  return { type: 'heading', depth: depth as Heading['depth'], children: [...children, ...own] };
}

/** `[!NOTE]` of GitHub, with the title that Obsidian has, too, and its sign for folded ones. */
const ALERT = /^\[![A-Za-z][\w-]*\][+-]?[ \t]*([^\n]*)\n?/;

/** Return a quote without the mark that makes it an alert; a title is bold. */
function withoutAlertMark(quote: Blockquote): Blockquote {
  const [first, ...rest] = quote.children;
  if (first?.type !== 'paragraph') return quote;
  const [mark, ...inline] = first.children;
  const [all, title = ''] = (mark?.type === 'text' && ALERT.exec(mark.value)) || [];
  if (mark?.type !== 'text' || all === undefined) return quote;
  const heading: PhrasingContent[] =
    title.trim() === '' ? [] : [{ type: 'strong', children: [{ type: 'text', value: title.trim() }] }];
  const text: PhrasingContent[] = [{ type: 'text', value: mark.value.slice(all.length) }, ...inline];
  const paragraphs = [heading, text].map((children): Paragraph => ({ type: 'paragraph', children }));
  return { ...quote, children: [...paragraphs, ...rest] };
}

/** Return a node in a list that is empty when it has no text. */
function shown(node: PhrasingContent | Heading): RootContent[] {
  return textOf(node).trim() === '' ? [] : [node];
}

function collectDefinitions(node: Nodes, definitions: Map<string, Definition>): void {
  if (node.type === 'definition') {
    if (!definitions.has(node.identifier)) definitions.set(node.identifier, node);
  } else if ('children' in node) {
    for (const child of node.children) collectDefinitions(child, definitions);
  }
}

const PHRASING = new Set(['text', 'emphasis', 'strong', 'delete', 'inlineCode', 'break', 'link']);

function isPhrasing(node: Nodes): node is PhrasingContent {
  return PHRASING.has(node.type);
}
