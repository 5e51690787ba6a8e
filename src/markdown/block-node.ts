import type { Alignment, BlockTree } from './tree.ts';

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
  | 'tabGroup'
  | 'tab'
  | 'callout'
  | 'footnote'
  | 'math'
  | 'thematicBreak';

export interface ListMarker {
  /** `-`, `+` and `*` for bullets, `.` and `)` after numbers: another one starts another list. */
  readonly character: string;
  readonly start: number | null;
  /** Columns before the marker, and from there to the item's content. */
  readonly indent: number;
  readonly width: number;
}

export interface Fence {
  readonly character: string;
  readonly length: number;
  readonly indent: number;
}

/** How the lines of a block are read that only the extensions know. */
export interface BlockRule {
  /** Whether the line that starts the block is its content, too. */
  readonly leavesLine?: boolean;
  /**
   * Return whether a line is the last of the block.
   *
   * @param content the line without its indentation
   * @param reached the innermost block that the line continues
   */
  isEnd(content: string, reached: BlockNode): boolean;
  /** Return how many columns of its indentation a line gives up to continue the block, or -1 if it does not continue it. */
  continues(node: BlockNode, content: string, indent: number): number;
}

/** A block that a line starts and only the extensions know. */
export interface BlockStart {
  readonly kind: 'tabGroup' | 'tab' | 'callout' | 'footnote' | 'math';
  readonly rule: BlockRule;
  readonly title: string;
  /** What of the line is content of the block. Default: nothing. */
  readonly rest?: string;
}

/** A block of the text that is parsed line by line. */
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
  /** Of a heading: its level as written, and that in the outline of the text. */
  level = 0;
  outlineLevel = 0;
  /** Of a code block: first word of its info string. */
  language = '';
  /** Of a code block: name of its file. Of a tab: its label, or its tag, as of a group. Of a formula or callout: its first line. Of a footnote: its label. */
  title = '';
  /** Of a fenced code block. */
  fence: Fence | null = null;
  /** Of an HTML block: its end, or `null` for a blank line. */
  htmlEnd: RegExp | null = null;
  /** Of formulas, callouts, footnotes, tabs and groups of tabs. */
  rule: BlockRule | null = null;
  /** Of a tab between tags: columns by which its content is indented, or -1 before its first line. */
  contentIndent = -1;
  /** Of lists and items. */
  marker: ListMarker | null = null;
  tight = true;
  /** Of an item that is a task. */
  checked: boolean | null = null;
  /** Of a table. */
  align: readonly Alignment[] = [];
  /** Of a row of a table. */
  cells: readonly string[] = [];
  /** Of the root: levels of the last heading and of those that it is below, as written. */
  outline: readonly number[] = [];
  /** Of the root: cells that rows of tables lacked. */
  addedCells = 0;
  /** Cached tree of the block; `undefined` after a change. */
  tree: BlockTree | null | undefined = undefined;

  constructor(kind: BlockKind, parent: BlockNode | null, startLine: number) {
    this.kind = kind;
    this.parent = parent;
    this.depth = parent === null ? 0 : parent.depth + 1;
    this.startLine = startLine;
  }
}
