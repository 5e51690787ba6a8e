import { unescapeText } from './character-references.ts';
import { htmlBlockEnd } from './html-syntax.ts';
import { MAX_ADDED_CELLS, MAX_BLOCK_DEPTH } from './limits.ts';
import { matchAt, readDefinition, type Definition } from './link-syntax.ts';
import { readDelimiterRow, splitRow } from './table-syntax.ts';
import type { Alignment, BlockTree } from './tree.ts';
import { trimSpaces, trimSpacesAtEnd } from './whitespace.ts';

export type BlockKind =
  | 'root'
  | 'blockquote'
  | 'list'
  | 'listItem'
  | 'paragraph'
  | 'heading'
  | 'code'
  | 'html'
  | 'table'
  | 'tableRow'
  | 'thematicBreak';

interface ListMarker {
  /** `-`, `+` and `*` for bullets, `.` and `)` after numbers: another one starts another list. */
  readonly character: string;
  readonly start: number | null;
  /** Columns before the marker, and from there to the item's content. */
  readonly indent: number;
  readonly width: number;
}

interface Fence {
  readonly character: string;
  readonly length: number;
  readonly indent: number;
}

/** A block while the text is read line by line. */
export class BlockNode {
  kind: BlockKind;
  readonly parent: BlockNode | null;
  readonly depth: number;
  readonly children: BlockNode[] = [];
  /** Whether the next line may still belong to it. */
  open = true;
  readonly startLine: number;
  endLine = 0;
  /** The lines of a leaf, without the marks of the containers around it. */
  text = '';
  /** Of a heading. */
  level = 0;
  /** Of a code block: first word of its info string. */
  language = '';
  /** Of a fenced code block. */
  fence: Fence | null = null;
  /** Of an HTML block: what ends it, or `null` for a blank line. */
  htmlEnd: RegExp | null = null;
  /** Of lists and items. */
  marker: ListMarker | null = null;
  tight = true;
  /** Of an item that is a task. */
  checked: boolean | null = null;
  /** Of a table. */
  align: readonly Alignment[] = [];
  /** Of a row of a table. */
  cells: readonly string[] = [];
  /** What the block was turned into when it was last asked for; `undefined` when it has changed since. */
  tree: BlockTree | null | undefined = undefined;

  constructor(kind: BlockKind, parent: BlockNode | null, startLine: number) {
    this.kind = kind;
    this.parent = parent;
    this.depth = parent === null ? 0 : parent.depth + 1;
    this.startLine = startLine;
  }
}

interface Checkpoint {
  readonly tip: BlockNode;
  readonly lineNumber: number;
  readonly addedCells: number;
  readonly nodes: readonly (readonly [node: BlockNode, state: BlockNode, childCount: number])[];
}

const CODE_INDENT = 4;

const THEMATIC_BREAK = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;
const ATX_HEADING = /^(#{1,6})(?:[ \t]+|$)/;
const SETEXT_UNDERLINE = /^(?:=+|-+)[ \t]*$/;
const OPENING_FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING_FENCE = /^(?:`{3,}|~{3,})(?=[ \t]*$)/;
const LIST_MARKER = /^(?:[*+-]|(\d{1,9})([.)]))(?=[ \t]|$)/;
const TASK = /^\[([ xX])\][ \t]+(?=\S)/;

/** What an unfinished line may begin with before its own content. */
const CONTAINER_MARKS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/;
/** Content of an unfinished line of which the next characters decide what it is. */
const UNDECIDED_CONTENT =
  /^(?:[-+*]|\d{1,9}[.)]?|#{1,6}[ \t]*|=+[ \t]*|[*_-](?:[ \t]*[*_-])*[ \t]*|`{1,2}|`{3,}[^`]*|~{1,2}|~{3,}.*|\[[ xX]?\]?[ \t]*|[|: \t-]+)?$/;

/**
 * Reads the block structure of a text line by line, by the algorithm of CommonMark 0.31.2, appendix, with the tables and
 * task lists of GFM. A line that is not complete yet can be tried and taken back.
 */
export class BlockParser {
  readonly root = new BlockNode('root', null, 1);
  readonly #onDefinition: (label: string, definition: Definition) => void;
  #tip = this.root;
  #checkpoint: Checkpoint | null = null;
  #lineNumber = 0;
  #addedCells = 0;

  /** What is not read yet of the line, from this column on. */
  #rest = '';
  #column = 0;
  /** The rest without the spaces and tabs it begins with, and how many columns they take. */
  #content = '';
  #indent = 0;
  #lastMatched = this.root;
  #allClosed = true;

  constructor(onDefinition: (label: string, definition: Definition) => void) {
    this.#onDefinition = onDefinition;
  }

  /** Reads a complete line, given without its line feed. */
  readLine(line: string): void {
    forgetTrees(this.#tip);
    this.#read(line);
    forgetTrees(this.#tip);
  }

  /** Reads the beginning of a line as far as it is decided; `takeBack` undoes it. */
  tryLine(line: string): void {
    this.#checkpoint = {
      tip: this.#tip,
      lineNumber: this.#lineNumber,
      addedCells: this.#addedCells,
      nodes: lineage(this.#tip).map((node) => [node, { ...node }, node.children.length]),
    };
    const tip = this.#tip;
    const length = tip.text.length;
    this.readLine(line);
    const isCodeLine = this.#tip === tip && tip.kind === 'code' && tip.text.length > length;
    const isUndecided = isCodeLine
      ? tip.fence !== null && mayCloseFence(tip.text.slice(length), tip.fence)
      : UNDECIDED_CONTENT.test(line.replace(CONTAINER_MARKS, ''));
    if (isUndecided) this.takeBack();
  }

  /** Undoes `tryLine`, if there was one. */
  takeBack(): void {
    if (this.#checkpoint === null) return;
    for (const [node, state, childCount] of this.#checkpoint.nodes) {
      Object.assign(node, state);
      node.children.length = childCount;
    }
    this.#tip = this.#checkpoint.tip;
    this.#lineNumber = this.#checkpoint.lineNumber;
    this.#addedCells = this.#checkpoint.addedCells;
    this.#checkpoint = null;
  }

  /** Closes everything: there are no more lines. */
  end(): void {
    forgetTrees(this.#tip);
    while (this.#tip !== this.root) this.#close(this.#tip, this.#lineNumber);
    this.root.open = false;
  }

  get #isIndented(): boolean {
    return this.#indent >= CODE_INDENT;
  }

  get #isBlank(): boolean {
    return this.#content === '';
  }

  #read(line: string): void {
    this.#rest = line;
    this.#column = 0;
    this.#lineNumber++;

    let container = this.root;
    for (let child = container.children.at(-1); child?.open; child = container.children.at(-1)) {
      this.#findContent();
      const isClosingFence = child.kind === 'code' && this.#isClosingFence(child);
      if (isClosingFence) return this.#close(child, this.#lineNumber);
      if (!this.#continues(child)) break;
      container = child;
    }
    this.#lastMatched = container;
    this.#allClosed = container === this.#tip;

    let mayContain = container.kind !== 'code' && container.kind !== 'html';
    while (mayContain) {
      this.#findContent();
      const started = this.#startBlock(container);
      if (started === null) this.#advanceToContent();
      else container = started;
      mayContain = started !== null && isContainer(started);
    }
    this.#readRest(container);
  }

  /** What remains of the line is text: it goes to the block that takes it. */
  #readRest(container: BlockNode): void {
    if (!this.#allClosed && !this.#isBlank && this.#tip.kind === 'paragraph') return this.#addText(this.#tip);
    this.#closeUnmatched();
    switch (container.kind) {
      case 'html':
        this.#addText(container);
        if (container.htmlEnd && matchAt(container.htmlEnd, this.#rest, 0))
          this.#close(container, this.#lineNumber);
        return;
      case 'code':
        if (container.fence === null || container.startLine < this.#lineNumber) this.#addText(container);
        return;
      case 'paragraph':
        return this.#addText(container);
      case 'table':
        if (this.#rest !== '') this.#addRow(container, this.#content);
        return;
      case 'heading':
      case 'thematicBreak':
        return;
    }
    if (this.#isBlank) return;
    const paragraph = this.#addChild('paragraph');
    this.#advanceToContent();
    this.#addText(paragraph);
    this.#readTask(paragraph);
  }

  #readTask(paragraph: BlockNode): void {
    const item = paragraph.parent!;
    const task = item.kind === 'listItem' && item.children.length === 1 && TASK.exec(paragraph.text);
    if (!task) return;
    item.checked = task[1] !== ' ';
    paragraph.text = paragraph.text.slice(task[0].length);
  }

  /** Whether the line goes on with an open block; if so, its marks are behind us. */
  #continues(node: BlockNode): boolean {
    switch (node.kind) {
      case 'blockquote':
        if (this.#isIndented || this.#content[0] !== '>') return false;
        this.#readQuoteMark();
        return true;
      case 'listItem': {
        const width = node.marker!.indent + node.marker!.width;
        if (this.#isBlank ? node.children.length === 0 : this.#indent < width) return false;
        this.#advanceColumns(this.#isBlank ? this.#indent : width);
        return true;
      }
      case 'code':
        if (!node.fence && !this.#isIndented && !this.#isBlank) return false;
        this.#advanceColumns(Math.min(node.fence?.indent ?? CODE_INDENT, this.#indent));
        return true;
      case 'html':
        return !this.#isBlank || node.htmlEnd !== null;
      case 'paragraph':
      case 'table':
        return !this.#isBlank;
      case 'list':
        return true;
      default:
        return false;
    }
  }

  #isClosingFence({ fence }: BlockNode): boolean {
    if (fence === null || this.#isIndented) return false;
    const [mark] = CLOSING_FENCE.exec(this.#content) ?? [''];
    return mark[0] === fence.character && mark.length >= fence.length;
  }

  /** Starts the block that begins at the line's content, if one does. */
  #startBlock(container: BlockNode): BlockNode | null {
    const content = this.#content;
    if (this.#isIndented) {
      return this.#isBlank || this.#tip.kind === 'paragraph' ? null : this.#startIndentedCode();
    }
    return (
      this.#startQuote(container, content) ??
      this.#startHeading(content) ??
      this.#startFencedCode(content) ??
      this.#startHtml(content) ??
      this.#underlineHeading(container, content) ??
      this.#startThematicBreak(content) ??
      this.#startItem(container, content) ??
      this.#startTable(container, content)
    );
  }

  #startQuote(container: BlockNode, content: string): BlockNode | null {
    if (content[0] !== '>' || container.depth >= MAX_BLOCK_DEPTH) return null;
    this.#readQuoteMark();
    return this.#addChild('blockquote');
  }

  #readQuoteMark(): void {
    this.#advanceToContent();
    this.#advanceColumns(1);
    if (/^[ \t]/.test(this.#rest)) this.#advanceColumns(1);
  }

  #startHeading(content: string): BlockNode | null {
    const match = ATX_HEADING.exec(content);
    if (match === null) return null;
    const heading = this.#addChild('heading');
    heading.level = match[1]!.length;
    heading.text = withoutClosingHashes(content.slice(match[0].length));
    return this.#closeWithLine(heading);
  }

  #startFencedCode(content: string): BlockNode | null {
    const match = OPENING_FENCE.exec(content);
    if (match === null) return null;
    const code = this.#addChild('code');
    code.fence = { character: content[0]!, length: match[0].length, indent: this.#indent };
    code.language = /^\S*/.exec(unescapeText(trimSpaces(content.slice(match[0].length))))![0];
    return code;
  }

  #startIndentedCode(): BlockNode {
    this.#advanceColumns(CODE_INDENT);
    return this.#addChild('code');
  }

  #startHtml(content: string): BlockNode | null {
    const end = htmlBlockEnd(content, this.#tip.kind === 'paragraph');
    if (end === undefined) return null;
    const html = this.#addChild('html');
    html.htmlEnd = end;
    return html;
  }

  #underlineHeading(container: BlockNode, content: string): BlockNode | null {
    if (container.kind !== 'paragraph' || !SETEXT_UNDERLINE.test(content)) return null;
    this.#readDefinitions(container);
    if (container.text === '') return null;
    container.kind = 'heading';
    container.level = content[0] === '=' ? 1 : 2;
    return this.#closeWithLine(container);
  }

  #startThematicBreak(content: string): BlockNode | null {
    return THEMATIC_BREAK.test(content) ? this.#closeWithLine(this.#addChild('thematicBreak')) : null;
  }

  #startItem(container: BlockNode, content: string): BlockNode | null {
    const match = LIST_MARKER.exec(content);
    if (match === null || container.depth >= MAX_BLOCK_DEPTH) return null;
    const [mark, number] = match;
    const isEmpty = trimSpaces(content.slice(mark.length)) === '';
    // Only a list that begins with 1 and has content can interrupt a paragraph.
    if (container.kind === 'paragraph' && (isEmpty || (number !== undefined && Number(number) !== 1)))
      return null;

    const indent = this.#indent;
    this.#advanceToContent();
    this.#advanceColumns(mark.length);
    this.#findContent();
    const spaces = this.#indent;
    const width = isEmpty || spaces > CODE_INDENT ? 1 : spaces;
    this.#advanceColumns(Math.min(width, spaces));
    const marker: ListMarker = {
      character: match[2] ?? mark,
      start: number === undefined ? null : Number(number),
      indent,
      width: mark.length + width,
    };

    this.#closeUnmatched();
    if (this.#tip.kind !== 'list' || this.#tip.marker!.character !== marker.character) {
      this.#addChild('list').marker = marker;
    }
    const item = this.#addChild('listItem');
    item.marker = marker;
    return item;
  }

  /** The last line of a paragraph and a delimiter row below it are a table's head. */
  #startTable(container: BlockNode, content: string): BlockNode | null {
    if (container.kind !== 'paragraph') return null;
    const align = readDelimiterRow(content);
    if (align === null) return null;
    const lines = trimSpacesAtEnd(container.text);
    const headStart = lines.lastIndexOf('\n') + 1;
    const head = lines.slice(headStart);
    if (splitRow(head).length !== align.length) return null;

    let table = container;
    if (headStart > 0) {
      container.text = lines.slice(0, headStart);
      this.#close(container, this.#lineNumber - 1);
      table = this.#addChild('table');
    }
    table.kind = 'table';
    table.text = '';
    table.align = align;
    this.#addRow(table, head);
    return table;
  }

  #addRow(table: BlockNode, line: string): void {
    const cells = splitRow(line).slice(0, table.align.length);
    const missing = Math.min(table.align.length - cells.length, MAX_ADDED_CELLS - this.#addedCells);
    this.#addedCells += missing;
    const row = this.#addChild('tableRow');
    row.align = table.align;
    row.cells = cells.concat(Array<string>(missing).fill(''));
    this.#closeWithLine(row);
  }

  /** Adds a block to the innermost one that can hold it. */
  #addChild(kind: BlockKind): BlockNode {
    this.#closeUnmatched();
    // Items and rows are added to their lists and tables only.
    if (kind !== 'listItem' && kind !== 'tableRow')
      while (!isContainer(this.#tip)) this.#close(this.#tip, this.#lineNumber - 1);
    const parent = this.#tip;
    const previous = parent.children.at(-1);
    if (previous && previous.endLine < this.#lineNumber - 1) {
      // A blank line between items, or between the blocks of an item, makes the list loose.
      if (parent.kind === 'list') parent.tight = false;
      else if (parent.kind === 'listItem') parent.parent!.tight = false;
    }
    const node = new BlockNode(kind, parent, this.#lineNumber);
    parent.children.push(node);
    this.#tip = node;
    return node;
  }

  /** A block that consists of one line ends with it, unless that line may still grow. */
  #closeWithLine(node: BlockNode): BlockNode {
    this.#rest = '';
    if (this.#checkpoint === null) this.#close(node, this.#lineNumber);
    return node;
  }

  #closeUnmatched(): void {
    if (this.#allClosed) return;
    while (this.#tip !== this.#lastMatched) this.#close(this.#tip, this.#lineNumber - 1);
    this.#allClosed = true;
  }

  #close(node: BlockNode, endLine: number): void {
    node.open = false;
    node.endLine = endLine;
    switch (node.kind) {
      case 'paragraph':
        this.#readDefinitions(node);
        break;
      case 'code':
        if (node.fence === null) {
          node.text = withoutBlankLinesAtEnd(node.text);
          node.endLine = node.startLine + node.text.split('\n').length - 2;
        }
        break;
      case 'list':
      case 'listItem':
        node.endLine = node.children.at(-1)?.endLine ?? node.startLine;
    }
    this.#tip = node.parent!;
  }

  /** Takes the link reference definitions off the start of a paragraph. */
  #readDefinitions(paragraph: BlockNode): void {
    const { definitions, rest } = splitDefinitions(paragraph.text);
    paragraph.text = rest;
    // A line that is only tried defines nothing yet.
    if (this.#checkpoint !== null) return;
    for (const [label, definition] of definitions) this.#onDefinition(label, definition);
  }

  #addText(node: BlockNode): void {
    node.text += this.#rest + (this.#checkpoint === null ? '\n' : '');
  }

  #findContent(): void {
    const [space] = /^[ \t]*/.exec(this.#rest)!;
    this.#content = this.#rest.slice(space.length);
    this.#indent = 0;
    for (const character of space) this.#indent += widthOf(character, this.#column + this.#indent);
  }

  #advanceToContent(): void {
    this.#rest = this.#content;
    this.#column += this.#indent;
  }

  /** Moves on by columns, of which a tab has up to four: what is left of one is spaces. */
  #advanceColumns(count: number): void {
    while (count > 0 && this.#rest !== '') {
      const width = widthOf(this.#rest[0]!, this.#column);
      this.#rest = ' '.repeat(Math.max(width - count, 0)) + this.#rest.slice(1);
      this.#column += Math.min(width, count);
      count -= width;
    }
  }
}

function widthOf(character: string, column: number): number {
  return character === '\t' ? 4 - (column % 4) : 1;
}

/** A block and all that it stands in. */
function lineage(node: BlockNode): BlockNode[] {
  const nodes: BlockNode[] = [];
  for (let next: BlockNode | null = node; next; next = next.parent) nodes.push(next);
  return nodes;
}

/** Says that a block has changed, and with it all that it stands in. */
export function forgetTrees(node: BlockNode): void {
  for (const changed of lineage(node)) changed.tree = undefined;
}

/** Separates the link reference definitions at the start of a paragraph's text from the rest. */
export function splitDefinitions(text: string): {
  definitions: [string, Definition][];
  /** The last definition and all that follows. */
  last: string;
  rest: string;
} {
  const definitions: [string, Definition][] = [];
  let last = text;
  let rest = text;
  while (rest[0] === '[') {
    const found = readDefinition(rest);
    if (found === null) break;
    definitions.push([found.label, found.value]);
    last = rest;
    rest = rest.slice(found.end);
  }
  return { definitions, last, rest };
}

/** Without the blank lines at the end of indented code. */
export function withoutBlankLinesAtEnd(code: string): string {
  const end = trimSpacesAtEnd(code).length;
  const lineEnd = code.indexOf('\n', end);
  return lineEnd < 0 ? code : code.slice(0, lineEnd + 1);
}

/** Whether the beginning of a line of code may be that of the closing fence. */
function mayCloseFence(line: string, fence: Fence): boolean {
  const mark = trimSpaces(line);
  return mark !== '' && mark === fence.character.repeat(mark.length);
}

/** Whether blocks of any kind can stand in a block. */
function isContainer({ kind }: BlockNode): boolean {
  return kind === 'root' || kind === 'blockquote' || kind === 'listItem';
}

function withoutClosingHashes(text: string): string {
  return trimSpacesAtEnd(trimSpacesAtEnd(text).replace(/(?:^|[ \t])#+$/, ''));
}
