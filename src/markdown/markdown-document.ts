import {
  createBlockParser,
  forgetTrees,
  splitDefinitions,
  withoutBlankLinesAtEnd,
  type BlockNode,
} from './block-parser.ts';
import { parseInlines } from './inline-parser.ts';
import { MAX_HALF_WRITTEN_LENGTH, MAX_TEXT_LENGTH } from './limits.ts';
import { mayBecomeDefinition, type Definition } from './link-syntax.ts';
import { wantRareSyntax } from './rare-syntax.ts';
import type { Block, BlockTree, Heading, Inline, ListItem, TableRow } from './tree.ts';
import { trimSpacesAtEnd } from './whitespace.ts';

/**
 * A Markdown text that arrives piece by piece, as a tree.
 *
 * `blocks` can be asked for at any time. A block that is finished keeps its identity from one time to the next, and so
 * do the finished parts of the block that is still open. What is half-written at the end is left out or taken as what it
 * is becoming. After `finish()` the tree is that of the whole text, however it was cut into pieces.
 */
export class MarkdownDocument {
  readonly #definitions = new Map<string, Definition>();
  /** The blocks that would change if a label were defined. */
  readonly #undefined = new Map<string, Set<BlockNode>>();
  /** The blocks in which a link is shown in the hope of its definition. */
  readonly #awaiting = new Set<BlockNode>();
  readonly #parser = createBlockParser((label, definition) => this.#define(label, definition));
  /** The last line, as far as it has come. */
  #line = '';
  #endsWithCarriageReturn = false;
  #length = 0;
  #isFinished = false;
  #citations = 0;
  #blocks: readonly Block[] | null = [];

  /** How many characters were taken: all that were appended, up to the limit of 1,000,000. */
  get length(): number {
    return this.#length;
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** How many sources are known: `[1]` to this one are links to them. More can become known at any time, never fewer. */
  set citations(count: number) {
    if (this.#citations >= count) return;
    this.#blocks = null;
    this.#parser.takeBack();
    while (this.#citations < count) this.#forgetUndefined(`${++this.#citations}`);
  }

  /** Adds text at the end. Must not be called after `finish()`. */
  append(text: string): void {
    if (this.#isFinished) throw new Error('The document is finished.');
    const piece = text.slice(0, MAX_TEXT_LENGTH - this.#length);
    if (piece === '') return;
    this.#length += piece.length;
    this.#blocks = null;
    this.#parser.takeBack();
    const joined = this.#endsWithCarriageReturn && piece[0] === '\n' ? piece.slice(1) : piece;
    this.#endsWithCarriageReturn = piece.endsWith('\r');
    const lines = joined.replaceAll('\0', '\ufffd').split(/\r\n|\n|\r/);
    for (const line of lines.slice(0, -1)) {
      this.#parser.readLine(this.#line + line);
      this.#line = '';
    }
    this.#line += lines.at(-1)!;
  }

  /** Says that the text is whole. */
  finish(): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#blocks = null;
    this.#parser.takeBack();
    if (this.#line !== '') this.#parser.readLine(this.#line);
    this.#parser.end();
    for (const node of this.#awaiting) forgetTrees(node);
  }

  /** The blocks of the text so far. */
  get blocks(): readonly Block[] {
    if (this.#blocks === null) {
      // Half of a surrogate pair is no character yet.
      if (!this.#isFinished) this.#parser.tryLine(this.#line.replace(/[\ud800-\udbff]$/, ''));
      this.#blocks = this.#toChildren(this.#parser.root);
    }
    return this.#blocks;
  }

  #define(label: string, definition: Definition): void {
    if (this.#definitions.has(label)) return;
    this.#definitions.set(label, definition);
    this.#forgetUndefined(label);
  }

  /** Has the blocks read again in which a label was not known. */
  #forgetUndefined(label: string): void {
    for (const node of this.#undefined.get(label) ?? []) forgetTrees(node);
    this.#undefined.delete(label);
  }

  /** The children of a container, of the kind that it can contain. */
  #toChildren<T extends BlockTree = Block>(node: BlockNode): T[] {
    const children: T[] = [];
    for (const child of node.children) {
      if (child.tree === undefined) child.tree = this.#toTree(child);
      if (child.tree !== null) children.push(child.tree as T);
    }
    return children;
  }

  /** What a block becomes; `null` for a paragraph of which nothing is to be seen. */
  #toTree(node: BlockNode): BlockTree | null {
    switch (node.kind) {
      case 'blockquote':
        return { type: 'blockquote', children: this.#toChildren(node) };
      case 'list':
        return {
          type: 'list',
          start: node.marker!.start,
          tight: node.tight,
          children: this.#toChildren<ListItem>(node),
        };
      case 'listItem':
        return { type: 'listItem', checked: node.checked, children: this.#toChildren(node) };
      case 'heading':
        return {
          type: 'heading',
          depth: node.level as Heading['depth'],
          children: this.#toInlines(node, node.text, node.open),
        };
      case 'code': {
        const isUnfinished = node.open && node.fence === null;
        const value = isUnfinished ? withoutBlankLinesAtEnd(node.text) : node.text;
        return { type: 'code', language: node.language, value };
      }
      case 'html':
        return { type: 'html', value: trimSpacesAtEnd(node.text) };
      case 'table':
        return { type: 'table', align: node.align, children: this.#toChildren<TableRow>(node) };
      case 'tableRow':
        return wantRareSyntax()!.toTableRow(node, (text, open) => this.#toInlines(node, text, open));
      case 'thematicBreak':
        return { type: 'thematicBreak' };
      default: {
        const text = node.open ? decidedText(node.text) : node.text;
        const children = this.#toInlines(node, text, node.open);
        return children.length > 0 ? { type: 'paragraph', children } : null;
      }
    }
  }

  #toInlines(node: BlockNode, text: string, open: boolean): Inline[] {
    return parseInlines(text, {
      open,
      awaitsDefinitions: !this.#isFinished,
      define: (label) => this.#definitions.get(label),
      isCitation: (number) => /^[1-9]\d?$/.test(number) && +number <= this.#citations,
      onMissing: (label, isAwaited) => {
        if (node.open) return;
        const nodes = this.#undefined.get(label);
        if (nodes) nodes.add(node);
        else this.#undefined.set(label, new Set([node]));
        if (isAwaited) this.#awaiting.add(node);
      },
    });
  }
}

/** Reads a whole text at once. */
export function parseMarkdown(text: string): readonly Block[] {
  const document = new MarkdownDocument();
  document.append(text);
  document.finish();
  return document.blocks;
}

/** The part of an open paragraph's text of which it is decided that it will be a paragraph. */
function decidedText(text: string): string {
  const { last, rest } = splitDefinitions(text);
  return mayBecomeDefinition(trimSpacesAtEnd(last)) ? '' : withoutTableHead(trimSpacesAtEnd(rest));
}

/** Without what may be the head of a table: that only shows when the next line has come. */
function withoutTableHead(text: string): string {
  const lineStart = text.lastIndexOf('\n') + 1;
  const pipe = findPipe(text, lineStart);
  const isHead = pipe === lineStart || text.length - pipe <= MAX_HALF_WRITTEN_LENGTH;
  return isHead ? text.slice(0, pipe) : text;
}

/** Where the first pipe outside of code and escapes is, or the end of the text. */
function findPipe(text: string, start: number): number {
  const mark = /\||\\[^]?|`+/g;
  mark.lastIndex = start;
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    if (match[0] === '|') return match.index;
    if (match[0][0] !== '`') continue;
    const end = text.indexOf(match[0], mark.lastIndex);
    if (end < 0) break;
    mark.lastIndex = end + match[0].length;
  }
  return text.length;
}
