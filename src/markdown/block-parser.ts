import { BlockNode, type BlockKind, type Fence, type ListMarker } from './block-node.ts';
import { unescapeText } from './character-references.ts';
import type { ReadingExtensions, UseExtensions } from './extensions.ts';
import { MAX_BLOCK_DEPTH } from './limits.ts';
import { DEFINITION_START, FOOTNOTE, matchAt, normalizeLabel, type Definition } from './link-syntax.ts';
import { trimSpaces, trimSpacesAtEnd } from './whitespace.ts';

/** The open blocks as they were before a line was tried. Closed blocks never change, so that nothing else has to be copied. */
interface Checkpoint {
  readonly tip: BlockNode;
  readonly lineNumber: number;
  readonly nodes: readonly (readonly [node: BlockNode, state: BlockNode, childCount: number])[];
}

const CODE_INDENT = 4;

const THEMATIC_BREAK = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;
const ATX_HEADING = /^(#{1,6})(?:[ \t]+|$)/;
const SETEXT_UNDERLINE = /^(?:=+|-+)[ \t]*$/;
const OPENING_FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
/** Name of a file, or label of a tab, behind the language of a code block, as generators of documentation write it. */
const FILE_NAME = /\s(?:(?:title|filename|tab)=["']|\[)([^"']{1,200})["'\]]/;
const CLOSING_FENCE = /^(?:`{3,}|~{3,})(?=[ \t]*$)/;
const LIST_MARKER = /^(?:[*+-]|(\d{1,9})([.)]))(?=[ \t]|$)/;
const TASK = /^\[[ xX]\][ \t]/;
/** What may begin a block that only the extensions know: a tab, a group of tabs, a callout, a footnote, a formula. */
const EXTENDED_START =
  /^(?:(?:===|:::|!!!|\?\?\?|<[A-Z]|<(?:details|summary)\b|\[\^).|\$\$|\\\[|[`~]{3,}(?:math$|.*\stab=))/;
const DELIMITER_ROW = /^[|:\- \t]+$/;

/** Container marks at the beginning of an unfinished line, before its own content. */
const CONTAINER_MARKS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/;
/** Content of an unfinished line that is still ambiguous: the next characters decide its kind of block. */
const UNDECIDED_CONTENT =
  /^(?:[-+*]|\d{1,9}[.)]?|#{1,6}[ \t]*|=+[ \t]*|!{1,2}|\?{1,2}|<\/?[a-z]{0,7}|\[\^[^\]]*(?:\]:?[ \t]*)?|(?:===|:::|!!!|\?\?\?|<\/?(?:[A-Z]|details\b|summary\b)|\$\$|\\\[).*|::?|[$\\]|[*_-](?:[ \t]*[*_-])*[ \t]*|`{1,2}|`{3,}[^`]*|~{1,2}|~{3,}.*|\[[ xX]?\]?[ \t]*|[|: \t-]+)?$/;

export interface BlockParser {
  readonly root: BlockNode;
  /** Read a complete line, given without its line feed. */
  readLine(line: string): void;
  /** Read the beginning of a line, unless it is ambiguous; `takeBack` undoes it. */
  tryLine(line: string): void;
  /** Undo `tryLine`, if there was one. */
  takeBack(): void;
  /** Close all blocks: there are no more lines. */
  end(): void;
}

/**
 * Create a parser of the block structure of a text, line by line, by the algorithm of CommonMark 0.31.2 (appendix,
 * "Phase 1"), with the tables and task lists of GFM.
 *
 * State between two lines is the path of open blocks from `root` to `innermost`; each is the last child of its parent. A
 * line is read in three steps:
 *
 * 1. Walk down that path while the line continues each block (`continues`), consuming the marks of containers. The walk
 *    ends at `lastMatched`. Blocks below it are not closed yet, because the line may still be a lazy continuation of the
 *    paragraph in them; `allClosed` is false while they wait.
 * 2. Start new blocks (`startBlock`) while the line has marks of any. The first one closes the blocks that wait.
 * 3. The rest is text (`readRest`): of the waiting paragraph, of the block that was reached, or of a new paragraph.
 *
 * `remaining` is the part of the line that is not consumed. Columns are counted beside it, because a tab stands for up to
 * four columns, of which a mark may consume some. `lineContent` and `lineIndent` are the same without its indentation; they
 * are valid from `findContent` to the next step forward.
 *
 * The line under way can be tried, so that a growing text is shown before its line ends: `tryLine` saves the open blocks in
 * `checkpoint`, reads the line as if it were complete, and keeps the result unless the line is ambiguous. `takeBack`
 * restores the checkpoint before the next piece is read, so that no line is ever read on top of a guess. While there is a
 * checkpoint, nothing that cannot be undone happens: no link is defined, and blocks of one line stay open.
 */
export function createBlockParser(
  useExtensions: UseExtensions<ReadingExtensions>,
  onDefinition: (label: string, definition: Definition) => void,
): BlockParser {
  const root = new BlockNode('root', null, 1);
  let innermost = root;
  let checkpoint: Checkpoint | null = null;
  let lineNumber = 0;

  /** The part of the line that is not consumed, and the column at which it begins. */
  let remaining = '';
  let column = 0;
  /** The same without its indentation, and the number of columns of that. */
  let lineContent = '';
  let lineIndent = 0;
  /** The innermost block that the line continues. */
  let lastMatched = root;
  /** Whether no open block waits to be closed. */
  let allClosed = true;

  return { root, readLine, tryLine, takeBack, end };

  function readLine(line: string): void {
    forgetTrees(innermost);
    read(line);
    forgetTrees(innermost);
  }

  function tryLine(line: string): void {
    checkpoint = {
      tip: innermost,
      lineNumber: lineNumber,
      nodes: lineage(innermost).map((node) => [node, { ...node }, node.children.length]),
    };
    const tip = innermost;
    const length = tip.text.length;
    readLine(line);
    const isCodeLine = innermost === tip && tip.kind === 'code' && tip.text.length > length;
    const isUndecided = isCodeLine
      ? tip.fence !== null && mayCloseFence(tip.text.slice(length), tip.fence)
      : UNDECIDED_CONTENT.test(line.replace(CONTAINER_MARKS, ''));
    if (isUndecided) takeBack();
  }

  function takeBack(): void {
    if (checkpoint === null) return;
    for (const [node, state, childCount] of checkpoint.nodes) {
      Object.assign(node, state);
      node.children.length = childCount;
    }
    innermost = checkpoint.tip;
    lineNumber = checkpoint.lineNumber;
    checkpoint = null;
  }

  function end(): void {
    forgetTrees(innermost);
    while (innermost !== root) close(innermost, lineNumber);
    root.open = false;
  }

  function isIndented(): boolean {
    return lineIndent >= CODE_INDENT;
  }

  function isBlank(): boolean {
    return lineContent === '';
  }

  function read(line: string): void {
    remaining = line;
    column = 0;
    lineNumber++;

    let container = root;
    for (let child = container.children.at(-1); child?.open; child = container.children.at(-1)) {
      findContent();
      if (child.kind === 'code' && isClosingFence(child)) return close(child, lineNumber);
      if (!continues(child)) break;
      container = child;
    }
    lastMatched = container;
    allClosed = container === innermost;
    findContent();
    if (closeAtEndMark(container)) return;

    let mayContain = !/^(?:code|html|math)$/.test(container.kind);
    while (mayContain) {
      findContent();
      const started = startBlock(container);
      if (started === null) advanceToContent();
      else container = started;
      mayContain = started !== null && isContainer(started);
    }
    readRest(container);
  }

  /** Close the block that ends with this line by its rule, if one does, with all that is open in it. */
  function closeAtEndMark(container: BlockNode): boolean {
    let node: BlockNode | null = container;
    while (node && !node.rule?.isEnd(lineContent, container)) node = node.parent;
    if (node === null) return false;
    if (node.kind === 'math') addText(node);
    while (innermost !== node) close(innermost, lineNumber - 1);
    close(node, lineNumber);
    return true;
  }

  /** Add the rest of the line, which is text, to the block that it belongs to. */
  function readRest(container: BlockNode): void {
    if (!allClosed && !isBlank() && innermost.kind === 'paragraph') return addText(innermost);
    closeUnmatched();
    switch (container.kind) {
      case 'html':
        addText(container);
        if (container.htmlEnd && matchAt(container.htmlEnd, remaining, 0)) close(container, lineNumber);
        return;
      case 'code':
      case 'math':
        if (container.fence === null || container.startLine < lineNumber) addText(container);
        return;
      case 'paragraph':
        return addText(container);
      case 'table':
        if (remaining !== '') addRow(container, lineContent);
        return;
      case 'heading':
      case 'thematicBreak':
        return;
    }
    if (isBlank()) return;
    const paragraph = addChild('paragraph');
    advanceToContent();
    addText(paragraph);
    if (TASK.test(paragraph.text)) useExtensions()?.readTask(paragraph);
  }

  /** Return whether the line continues an open block; if so, consume its marks. */
  function continues(node: BlockNode): boolean {
    switch (node.kind) {
      case 'blockquote':
        if (isIndented() || lineContent[0] !== '>') return false;
        readQuoteMark();
        return true;
      case 'listItem': {
        const width = node.marker!.indent + node.marker!.width;
        if (isBlank() ? node.children.length === 0 : lineIndent < width) return false;
        advanceColumns(isBlank() ? lineIndent : width);
        return true;
      }
      case 'code':
        if (!node.fence && !isIndented() && !isBlank()) return false;
        advanceColumns(Math.min(node.fence?.indent ?? CODE_INDENT, lineIndent));
        return true;
      case 'html':
        return !isBlank() || node.htmlEnd !== null;
      case 'paragraph':
      case 'table':
        return !isBlank();
      case 'list':
        return true;
      default: {
        const columns = node.rule?.continues(node, lineContent, lineIndent) ?? -1;
        advanceColumns(columns);
        return columns >= 0;
      }
    }
  }

  function isClosingFence({ fence }: BlockNode): boolean {
    if (fence === null || isIndented()) return false;
    const [mark] = CLOSING_FENCE.exec(lineContent) ?? [''];
    return mark[0] === fence.character && mark.length >= fence.length;
  }

  /** Start the block that begins at the content of the line, if one does. */
  function startBlock(container: BlockNode): BlockNode | null {
    const content = lineContent;
    if (isIndented()) {
      return isBlank() || innermost.kind === 'paragraph' ? null : startIndentedCode();
    }
    return (
      startQuote(container, content) ??
      startHeading(content) ??
      startExtended(container, content) ??
      startFencedCode(content) ??
      startHtml(content) ??
      underlineHeading(container, content) ??
      startThematicBreak(content) ??
      startItem(container, content) ??
      startTable(container, content)
    );
  }

  function startQuote(container: BlockNode, content: string): BlockNode | null {
    if (content[0] !== '>' || container.depth >= MAX_BLOCK_DEPTH) return null;
    readQuoteMark();
    return addChild('blockquote');
  }

  function readQuoteMark(): void {
    advanceToContent();
    advanceColumns(1);
    if (/^[ \t]/.test(remaining)) advanceColumns(1);
  }

  function startHeading(content: string): BlockNode | null {
    const match = ATX_HEADING.exec(content);
    if (match === null) return null;
    const heading = addChild('heading');
    setLevel(heading, match[1]!.length);
    heading.text = withoutClosingHashes(content.slice(match[0].length));
    return closeWithLine(heading);
  }

  function setLevel(heading: BlockNode, level: number): void {
    heading.level = level;
    root.outline = [...root.outline.filter((outer) => outer < level), level];
    heading.outlineLevel = root.outline.length;
  }

  function startFencedCode(content: string): BlockNode | null {
    const match = OPENING_FENCE.exec(content);
    if (match === null) return null;
    const code = addChild('code');
    code.fence = { character: content[0]!, length: match[0].length, indent: lineIndent };
    const info = unescapeText(trimSpaces(content.slice(match[0].length)), (reference) =>
      useExtensions()?.characterOf(reference),
    );
    code.language = /^\S*/.exec(info)![0];
    code.title = FILE_NAME.exec(info)?.[1] ?? '';
    return code;
  }

  function startIndentedCode(): BlockNode {
    advanceColumns(CODE_INDENT);
    return addChild('code');
  }

  /** Start a block that only the extensions know, or several in one another. */
  function startExtended(container: BlockNode, content: string): BlockNode | null {
    const starts = EXTENDED_START.test(content) && useExtensions()?.readExtendedStart(content, container);
    if (!starts) return null;
    for (const { rest: _, ...start } of starts) Object.assign(addChild(start.kind), start);
    if (!innermost.rule!.leavesLine) remaining = starts.at(-1)!.rest ?? '';
    return innermost;
  }

  function startHtml(content: string): BlockNode | null {
    if (content[0] !== '<') return null;
    const end = useExtensions()?.htmlBlockEnd(content, innermost.kind === 'paragraph');
    if (end === undefined) return null;
    const html = addChild('html');
    html.htmlEnd = end;
    return html;
  }

  function underlineHeading(container: BlockNode, content: string): BlockNode | null {
    if (container.kind !== 'paragraph' || !SETEXT_UNDERLINE.test(content)) return null;
    readDefinitions(container);
    if (container.text === '') return null;
    container.kind = 'heading';
    setLevel(container, content[0] === '=' ? 1 : 2);
    return closeWithLine(container);
  }

  function startThematicBreak(content: string): BlockNode | null {
    return THEMATIC_BREAK.test(content) ? closeWithLine(addChild('thematicBreak')) : null;
  }

  function startItem(container: BlockNode, content: string): BlockNode | null {
    const match = LIST_MARKER.exec(content);
    if (match === null || container.depth >= MAX_BLOCK_DEPTH) return null;
    const [mark, number] = match;
    const isEmpty = trimSpaces(content.slice(mark.length)) === '';
    // Only a list that begins with 1 and has content can interrupt a paragraph.
    if (container.kind === 'paragraph' && (isEmpty || (number !== undefined && Number(number) !== 1)))
      return null;

    const indent = lineIndent;
    advanceToContent();
    advanceColumns(mark.length);
    findContent();
    const spaces = lineIndent;
    const width = isEmpty || spaces > CODE_INDENT ? 1 : spaces;
    advanceColumns(Math.min(width, spaces));
    const marker: ListMarker = {
      character: match[2] ?? mark,
      start: number === undefined ? null : Number(number),
      indent,
      width: mark.length + width,
    };

    closeUnmatched();
    if (innermost.kind !== 'list' || innermost.marker!.character !== marker.character) {
      addChild('list').marker = marker;
    }
    const item = addChild('listItem');
    item.marker = marker;
    return item;
  }

  /** Start a table: its head is the last line of a paragraph with a delimiter row below it. */
  function startTable(container: BlockNode, content: string): BlockNode | null {
    if (container.kind !== 'paragraph' || !DELIMITER_ROW.test(content)) return null;
    const head = useExtensions()?.readTableHead(container.text, content);
    if (!head) return null;
    let table = container;
    if (head.before !== '') {
      container.text = head.before;
      close(container, lineNumber - 1);
      table = addChild('table');
    }
    table.kind = 'table';
    table.text = '';
    table.align = head.align;
    addRow(table, head.line);
    return table;
  }

  function addRow(table: BlockNode, line: string): void {
    const row = addChild('tableRow');
    useExtensions()!.readRow(row, table.align, line, root);
    closeWithLine(row);
  }

  /** Add a block to the innermost one that can contain it. */
  function addChild(kind: BlockKind): BlockNode {
    closeUnmatched();
    // Items and rows are added to their lists and tables only.
    if (kind !== 'listItem' && kind !== 'tableRow')
      while (!isContainer(innermost)) close(innermost, lineNumber - 1);
    const parent = innermost;
    const previous = parent.children.at(-1);
    if (previous && previous.endLine < lineNumber - 1) {
      // A blank line between items, or between the blocks of an item, makes the list loose.
      if (parent.kind === 'list') parent.tight = false;
      else if (parent.kind === 'listItem') parent.parent!.tight = false;
    }
    const node = new BlockNode(kind, parent, lineNumber);
    parent.children.push(node);
    innermost = node;
    return node;
  }

  /** Close a block that consists of one line, unless that line may still grow. */
  function closeWithLine(node: BlockNode): BlockNode {
    remaining = '';
    if (checkpoint === null) close(node, lineNumber);
    return node;
  }

  function closeUnmatched(): void {
    if (allClosed) return;
    while (innermost !== lastMatched) close(innermost, lineNumber - 1);
    allClosed = true;
  }

  function close(node: BlockNode, endLine: number): void {
    node.open = false;
    node.endLine = endLine;
    switch (node.kind) {
      case 'paragraph':
        readDefinitions(node);
        break;
      case 'code':
        if (node.fence === null) {
          node.text = withoutBlankLinesAtEnd(node.text);
          node.endLine = node.startLine + node.text.split('\n').length - 2;
        }
        break;
      case 'footnote':
        if (checkpoint === null) onDefinition(normalizeLabel(node.title), FOOTNOTE);
        break;
      case 'list':
      case 'listItem':
        node.endLine = node.children.at(-1)?.endLine ?? node.startLine;
    }
    innermost = node.parent!;
  }

  /** Remove the link reference definitions from the start of a paragraph. */
  function readDefinitions(paragraph: BlockNode): void {
    if (!DEFINITION_START.test(paragraph.text)) return;
    const { definitions = [], rest = paragraph.text } =
      useExtensions()?.splitDefinitions(paragraph.text) ?? {};
    paragraph.text = rest;
    // A line that is only tried defines nothing yet.
    if (checkpoint !== null) return;
    for (const [label, definition] of definitions) onDefinition(label, definition);
  }

  function addText(node: BlockNode): void {
    node.text += remaining + (checkpoint === null ? '\n' : '');
  }

  function findContent(): void {
    const [space] = /^[ \t]*/.exec(remaining)!;
    lineContent = remaining.slice(space.length);
    lineIndent = 0;
    for (const character of space) lineIndent += widthOf(character, column + lineIndent);
  }

  function advanceToContent(): void {
    remaining = lineContent;
    column += lineIndent;
  }

  /** Consume a number of columns. A tab has up to four; those that are left of it become spaces. */
  function advanceColumns(count: number): void {
    while (count > 0 && remaining !== '') {
      const width = widthOf(remaining[0]!, column);
      remaining = ' '.repeat(Math.max(width - count, 0)) + remaining.slice(1);
      column += Math.min(width, count);
      count -= width;
    }
  }
}

function widthOf(character: string, column: number): number {
  return character === '\t' ? 4 - (column % 4) : 1;
}

/** Return a block and all that contain it. */
function lineage(node: BlockNode): BlockNode[] {
  const nodes: BlockNode[] = [];
  for (let next: BlockNode | null = node; next; next = next.parent) nodes.push(next);
  return nodes;
}

/** Mark a block as changed, and all that contain it. */
export function forgetTrees(node: BlockNode): void {
  for (const changed of lineage(node)) changed.tree = undefined;
}

/** Return indented code without the blank lines at its end. */
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

/** Whether a block can contain blocks of any kind. */
function isContainer({ kind }: BlockNode): boolean {
  return /^(?:root|blockquote|listItem|tab(?:Group)?|callout|footnote)$/.test(kind);
}

function withoutClosingHashes(text: string): string {
  return trimSpacesAtEnd(trimSpacesAtEnd(text).replace(/(?:^|[ \t])#+$/, ''));
}
