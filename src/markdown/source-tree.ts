import { matchAutolink, matchEmails, matchWebAddress } from './autolinks.ts';
import type { BlockKind, BlockNode } from './block-node.ts';
import { createBlockParser } from './block-parser.ts';
import { characterOf } from './character-names.ts';
import type { ReadingExtensions } from './extensions.ts';
import { readFootnoteStart, readTask } from './github-syntax.ts';
import { htmlBlockEnd, readInlineHtml } from './html-syntax.ts';
import { parseInlines } from './inline-parser.ts';
import { MAX_BLOCK_DEPTH } from './limits.ts';
import { readDefinition, splitDefinitions } from './link-definitions.ts';
import { skipMatch } from './link-syntax.ts';
import { References } from './references.ts';
import { CELL, readRow, readTableHead } from './table-syntax.ts';
import type { Inline } from './tree.ts';

/** A node of a Markdown text and where it stands there, in the vocabulary of mdast. */
export interface SourceNode {
  readonly type: string;
  readonly children?: readonly SourceNode[];
  /** Of text, code and HTML. */
  readonly value?: string;
  /** Of a link. */
  readonly url?: string;
  /** Of an image. */
  readonly alt?: string;
  /** Of an item: whether its box is ticked; `null` if it has none. */
  readonly checked?: boolean | null;
  /** Of a list. */
  readonly ordered?: boolean;
  /** Of blocks, rows of tables and links with a label, and where that label ends: the end of the link's last child. */
  readonly position?: SourceRange;
}

interface SourceRange {
  readonly start: { readonly offset: number };
  readonly end: { readonly offset: number };
}

/** Inline content that stands in the source as it is: where it begins, and the distance to the source. */
interface Stretch {
  readonly from: number;
  readonly shift: number;
}

const LINE = /([^\r\n]*)(?:\r\n|\r|\n|$)/g;
const SPACES = /[ \t]*/y;
const HEADING_MARK = /#{1,6}[ \t]*/y;
/** The marks of containers: of a quote on each of its lines, of the others on their first one. */
const MARKS: { readonly [kind in BlockKind]?: RegExp } = {
  blockquote: /[ \t]*>[ \t]?/y,
  listItem: /[ \t]*(?:[*+-]|\d{1,9}[.)])/y,
  footnote: /[ \t]*\[[^\]]*\]:/y,
};

/** What GitHub adds to CommonMark, without what generators add. HTML is raw, as in mdast. */
const GITHUB: ReadingExtensions = {
  characterOf,
  htmlBlockEnd,
  isComment: () => false,
  matchAutolink,
  matchEmails,
  matchWebAddress,
  readExtendedStart(content, reached) {
    const footnote = reached.depth < MAX_BLOCK_DEPTH ? readFootnoteStart(content) : null;
    return footnote && [footnote];
  },
  readInlineHtml,
  readInlineMath: () => null,
  readRow,
  readTableHead,
  readTag: () => null,
  readTask,
  splitDefinitions,
};
const useExtensions = (): ReadingExtensions => GITHUB;

/**
 * Read a whole text, and where its nodes stand. The parser of a growing text keeps the lines of blocks and no columns: those follow from
 * the source, and only what quotes it needs them.
 */
export function parseSource(text: string): SourceNode {
  return new SourceReader(text).read();
}

class SourceReader {
  readonly #text: string;
  readonly #lines: readonly { readonly line: string; readonly start: number }[];
  readonly #references = new References();

  constructor(text: string) {
    this.#text = text;
    // The last match is the empty end of the text.
    this.#lines = [...text.matchAll(LINE)]
      .slice(0, -1)
      .map(({ 1: line, index }) => ({ line: line!, start: index }));
  }

  read(): SourceNode {
    const parser = createBlockParser(useExtensions, (label, definition) =>
      this.#references.define(label, definition),
    );
    for (const { line } of this.#lines) parser.readLine(line.replaceAll('\0', '\ufffd'));
    parser.end();
    return { type: 'root', children: this.#toNodes(parser.root) };
  }

  #toNodes({ children }: BlockNode): SourceNode[] {
    return children.flatMap((node, index) => {
      const next = children[index + 1];
      // The head of a table was the last line of the paragraph before.
      const endLine = next?.kind === 'table' ? Math.min(node.endLine, startLine(next) - 1) : node.endLine;
      const isText = node.kind === 'paragraph' || (node.kind === 'heading' && node.text.endsWith('\n'));
      return isText ? this.#readText(node, endLine) : this.#toNode(node, endLine);
    });
  }

  #toNode(node: BlockNode, endLine: number): SourceNode {
    const { kind: type } = node;
    const start = this.#startOf(node, startLine(node));
    const position = range(start, this.#endOf(endLine));
    switch (type) {
      case 'heading': {
        const shift = skipMatch(HEADING_MARK, this.#text, start);
        return { type, position, children: this.#toInlines(node.text, [{ from: 0, shift }]) };
      }
      case 'code':
      case 'html':
        return { type, position, value: node.text.replace(/\n$/, '') };
      case 'tableRow': {
        const end = this.#endOf(startLine(node));
        return { type, position: range(start, end), children: this.#toCells(node, start, end) };
      }
      case 'list':
        return { type, position, ordered: node.marker!.start !== null, children: this.#toNodes(node) };
      default:
        return { type, position, checked: node.checked, children: this.#toNodes(node) };
    }
  }

  /** Return a paragraph or an underlined heading, and before it the definitions that it began with. */
  #readText(node: BlockNode, endLine: number): SourceNode[] {
    const { kind: type, text: content } = node;
    const contents = content.split('\n').slice(0, -1);
    const firstLine = endLine + (type === 'heading' ? 0 : 1) - contents.length;
    const nodes = this.#readDefinitions(node, firstLine);
    if (contents.length === 0) return nodes;
    let length = 0;
    const stretches = contents.map((written, index) => {
      const from = length;
      length += written.length + 1;
      // What is read of a line is its end.
      return { from, shift: this.#endOf(firstLine + index) - written.length - from };
    });
    const position = range(stretches[0]!.shift, this.#endOf(endLine));
    return [...nodes, { type, position, children: this.#toInlines(content, stretches) }];
  }

  /** Return the definitions on the lines of a block before its text. */
  #readDefinitions(node: BlockNode, end: number): SourceNode[] {
    const nodes: SourceNode[] = [];
    let rest = '';
    for (let line = node.startLine; line < end; line++)
      rest += `${this.#text.slice(this.#startOf(node, line), this.#endOf(line))}\n`;
    for (let line = node.startLine; line < end;) {
      const length = readDefinition(rest)?.end ?? rest.length;
      const next = line + rest.slice(0, length).split('\n').length - 1;
      nodes.push({ type: 'definition', position: range(this.#startOf(node, line), this.#endOf(next - 1)) });
      rest = rest.slice(length);
      line = next;
    }
    return nodes;
  }

  #toCells(row: BlockNode, start: number, end: number): SourceNode[] {
    const written = this.#text.slice(start, end);
    const begin = written.startsWith('|') ? 1 : 0;
    const cells = [...written.slice(begin).matchAll(CELL)];
    return row.cells.map((content, column) => {
      const { index = 0, 0: cell = '' } = cells[column] ?? {};
      const shift = skipMatch(SPACES, written, begin + index);
      // The backslash before a pipe is no part of the content.
      const pipes = [...written.slice(shift, begin + index + cell.length).matchAll(/\\\|/g)];
      const stretches = [
        { from: 0, shift: start + shift },
        ...pipes.map((pipe, count) => ({ from: pipe.index - count, shift: start + shift + count + 1 })),
      ];
      return { type: 'tableCell', children: this.#toInlines(content, stretches) };
    });
  }

  /** @param stretches of which the content consists, in order */
  #toInlines(content: string, stretches: readonly Stretch[]): SourceNode[] {
    let last = 0;
    // Links come in order, so that a search from the last stretch takes linear time.
    const toOffset = (position: number): number => {
      while (stretches[last]!.from > position) last--;
      while (last + 1 < stretches.length && stretches[last + 1]!.from <= position) last++;
      return position + stretches[last]!.shift;
    };
    const links = new Map<Inline, { readonly position: SourceRange; readonly label: SourceRange }>();
    const toInline = (inline: Inline): SourceNode => {
      if (!('children' in inline)) return inline;
      const children = inline.children.map(toInline);
      const link = links.get(inline);
      if (!link) return { ...inline, children };
      const end = children.pop();
      const labelled = end ? [...children, { ...end, position: link.label }] : [];
      return { ...inline, position: link.position, children: labelled };
    };
    return parseInlines(content, {
      useExtensions,
      references: this.#references,
      open: false,
      awaitsDefinitions: false,
      onMissing() {},
      onLink(link, start, labelEnd, end) {
        const [from, to] = [toOffset(start), toOffset(labelEnd)];
        links.set(link, { position: range(from - 1, toOffset(end)), label: range(from, to) });
      },
    }).map(toInline);
  }

  /** Return where the content of a block begins on a line, after the marks of what contains the block. */
  #startOf(node: BlockNode, number: number): number {
    const { line, start } = this.#lines[number - 1]!;
    const containers: BlockNode[] = [];
    for (let outer = node.parent; outer; outer = outer.parent) containers.unshift(outer);
    let at = 0;
    for (const { kind, startLine } of containers) {
      const mark = MARKS[kind];
      if (mark && (kind === 'blockquote' || startLine === number)) at = skipMatch(mark, line, at);
    }
    // The indentation of such a block is its own.
    const isVerbatim = node.kind === 'html' || (node.kind === 'code' && node.fence === null);
    return start + (isVerbatim ? at : skipMatch(SPACES, line, at));
  }

  #endOf(number: number): number {
    const { line, start } = this.#lines[number - 1]!;
    return start + line.length;
  }
}

/** A table is found with the line below its head. */
function startLine(node: BlockNode): number {
  if (node.kind === 'table') return startLine(node.children[0]!);
  const isHead = node.kind === 'tableRow' && node === node.parent!.children[0];
  return node.startLine - (isHead ? 1 : 0);
}

function range(start: number, end: number): SourceRange {
  return { start: { offset: start }, end: { offset: end } };
}
