import type { BlockNode } from './block-node.ts';
import { createBlockParser, forgetTrees, withoutBlankLinesAtEnd } from './block-parser.ts';
import type { SyntaxExtensions, UseExtensions } from './extensions.ts';
import { parseInlines } from './inline-parser.ts';
import { MAX_TEXT_LENGTH } from './limits.ts';
import { DEFINITION_START, HALF_WRITTEN_LABEL, type Definition } from './link-syntax.ts';
import type { Block, BlockTree, Heading, Inline, ListItem, TableRow } from './tree.ts';
import { trimSpacesAtEnd } from './whitespace.ts';

/** Code spans, also unfinished ones: types in them are often written with pipes. */
const CODE = /`[^`]*(?:`|$)/g;

/** A Markdown text that arrives piece by piece, as a tree. */
export interface MarkdownDocument {
  /** How many characters were taken: all that were appended, up to the limit of 1,000,000. */
  readonly length: number;
  readonly isFinished: boolean;
  /** Whether syntax was left as text that only the extensions read, which this document does not have. Known once `blocks` was read. */
  readonly needsExtensions: boolean;
  /**
   * The blocks of the text so far. A block that is finished keeps its identity from one time to the next, and so do the
   * finished parts of the block that is still open. What is half-written at the end is left out or taken as what it is
   * becoming. After `finish()` the tree is that of the whole text, however it was cut into pieces.
   */
  readonly blocks: readonly Block[];
  /** How many sources are known: `[1]` to this one are links to them. More can become known at any time, never fewer. */
  citations: number;
  /** Append text. Must not be called after `finish()`. */
  append(text: string): void;
  /** End the text. */
  finish(): void;
}

/** @param extensions read the syntax that most texts do without; without them that syntax stays text */
export function createMarkdownDocument(extensions: SyntaxExtensions | null = null): MarkdownDocument {
  const definitions = new Map<string, Definition>();
  /** The blocks that would change if a label were defined. */
  const missing = new Map<string, Set<BlockNode>>();
  /** The blocks in which a link is shown in the hope of its definition. */
  const awaiting = new Set<BlockNode>();
  const parser = createBlockParser(useExtensions, define);
  /** The last line, as far as it has come. */
  let lastLine = '';
  let endsWithCarriageReturn = false;
  let length = 0;
  let isFinished = false;
  let needsExtensions = false;
  let citations = 0;
  let blocks: readonly Block[] | null = [];

  return {
    get length() {
      return length;
    },
    get isFinished() {
      return isFinished;
    },
    get needsExtensions() {
      return needsExtensions;
    },
    get citations() {
      return citations;
    },
    set citations(count) {
      if (citations >= count) return;
      blocks = null;
      parser.takeBack();
      while (citations < count) forgetMissing(`${++citations}`);
    },
    append(text) {
      if (isFinished) throw new Error('The document is finished.');
      const piece = text.slice(0, MAX_TEXT_LENGTH - length);
      if (piece === '') return;
      length += piece.length;
      blocks = null;
      parser.takeBack();
      const joined = endsWithCarriageReturn && piece[0] === '\n' ? piece.slice(1) : piece;
      endsWithCarriageReturn = piece.endsWith('\r');
      const lines = joined.replaceAll('\0', '\ufffd').split(/\r\n|\n|\r/);
      for (const line of lines.slice(0, -1)) {
        parser.readLine(lastLine + line);
        lastLine = '';
      }
      lastLine += lines.at(-1)!;
    },
    finish() {
      if (isFinished) return;
      isFinished = true;
      blocks = null;
      parser.takeBack();
      if (lastLine !== '') parser.readLine(lastLine);
      parser.end();
      for (const node of awaiting) forgetTrees(node);
    },
    get blocks() {
      if (blocks === null) {
        // Half of a surrogate pair is no character yet.
        if (!isFinished) parser.tryLine(lastLine.replace(/[\ud800-\udbff]$/, ''));
        blocks = toChildren(parser.root);
      }
      return blocks;
    },
  };

  function useExtensions(): SyntaxExtensions | null {
    needsExtensions ||= extensions === null;
    return extensions;
  }

  function define(label: string, definition: Definition): void {
    if (definitions.has(label)) return;
    definitions.set(label, definition);
    forgetMissing(label);
  }

  /** Have the blocks read again in which a label was unknown. */
  function forgetMissing(label: string): void {
    for (const node of missing.get(label) ?? []) forgetTrees(node);
    missing.delete(label);
  }

  /** Return the children of a container, of the kind that it can contain. */
  function toChildren<T extends BlockTree = Block>(node: BlockNode): T[] {
    const children: T[] = [];
    for (const child of node.children) {
      if (child.tree === undefined) child.tree = toTree(child);
      if (child.tree !== null) children.push(child.tree as T);
    }
    return children;
  }

  /** Return the tree of a block; `null` for a paragraph that shows nothing. */
  function toTree(node: BlockNode): BlockTree | null {
    switch (node.kind) {
      case 'blockquote':
        return { type: 'blockquote', children: toChildren(node) };
      case 'list':
        return {
          type: 'list',
          start: node.marker!.start,
          tight: node.tight,
          children: toChildren<ListItem>(node),
        };
      case 'listItem':
        return { type: 'listItem', checked: node.checked, children: toChildren(node) };
      case 'heading':
        return {
          type: 'heading',
          depth: node.level as Heading['depth'],
          outlineLevel: node.outlineLevel,
          children: toInlines(node, node.text, node.open),
        };
      case 'code': {
        const isUnfinished = node.open && node.fence === null;
        const value = isUnfinished ? withoutBlankLinesAtEnd(node.text) : node.text;
        return { type: 'code', language: node.language, title: node.title, value };
      }
      case 'html':
        return { type: 'html', value: trimSpacesAtEnd(node.text) };
      case 'table':
        return { type: 'table', align: node.align, children: toChildren<TableRow>(node) };
      case 'tableRow':
        return extensions!.toTableRow(node, (text, open) => toInlines(node, text, open));
      case 'thematicBreak':
        return { type: 'thematicBreak' };
      default: {
        const text = node.open ? decidedText(node.text, useExtensions) : node.text;
        const children = toInlines(node, text, node.open);
        return children.length > 0 ? { type: 'paragraph', children } : null;
      }
    }
  }

  function toInlines(node: BlockNode, text: string, open: boolean): Inline[] {
    return parseInlines(text, {
      useExtensions,
      open,
      awaitsDefinitions: !isFinished,
      define: (label) => definitions.get(label),
      isCitation: (number) => /^[1-9]\d?$/.test(number) && +number <= citations,
      onMissing: (label, isAwaited) => {
        if (node.open) return;
        const nodes = missing.get(label);
        if (nodes) nodes.add(node);
        else missing.set(label, new Set([node]));
        if (isAwaited) awaiting.add(node);
      },
    });
  }
}

/** Return the part of an open paragraph's text that will surely be part of a paragraph. */
function decidedText(text: string, useExtensions: UseExtensions): string {
  let decided = trimSpacesAtEnd(text);
  if (HALF_WRITTEN_LABEL.test(decided)) return '';
  if (DEFINITION_START.test(decided)) decided = useExtensions()?.withoutDefinitions(decided) ?? decided;
  const prose = decided.replace(CODE, '');
  // What may be the head of a table only shows when the next line has come.
  return prose.includes('|', prose.lastIndexOf('\n') + 1)
    ? (useExtensions()?.withoutTableHead(decided) ?? decided)
    : decided;
}
