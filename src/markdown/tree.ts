/**
 * The tree of a Markdown text, in the vocabulary of mdast. The list of types is closed: a renderer handles these and nothing
 * else. Of raw HTML, tags of a fixed list without their attributes are nodes, and comments are nothing; the rest is text: within a
 * line it is part of a text node, and a block of it has its text as value. Nodes are immutable.
 */

export type Block =
  | Paragraph
  | Heading
  | Blockquote
  | List
  | Code
  | Html
  | Table
  | TabGroup
  | Callout
  | Footnote
  | MathBlock
  | ThematicBreak;

/** Everything above the inline content. */
export type BlockTree = Block | ListItem | TableRow | Tab;

export interface Paragraph {
  readonly type: 'paragraph';
  readonly children: readonly Inline[];
}

export interface Heading {
  readonly type: 'heading';
  /** As written. */
  readonly depth: 1 | 2 | 3 | 4 | 5 | 6;
  /** Level in the outline of the text, without gaps: 1, or one more than that of the heading that this one is below. */
  readonly outlineLevel: number;
  readonly children: readonly Inline[];
}

export interface Blockquote {
  readonly type: 'blockquote';
  readonly children: readonly Block[];
}

export interface List {
  readonly type: 'list';
  /** Number of the first item, or `null` for a bullet list. */
  readonly start: number | null;
  /** Whether the paragraphs of the items have no space between them. */
  readonly tight: boolean;
  readonly children: readonly ListItem[];
}

export interface ListItem {
  readonly type: 'listItem';
  /** Whether the box of a task is ticked; `null` when the item is not a task. */
  readonly checked: boolean | null;
  readonly children: readonly Block[];
}

export interface Code {
  readonly type: 'code';
  /** First word of the info string, or `''`. */
  readonly language: string;
  /** Name of the file, from `title="…"` or `filename="…"` behind the language, or `''`. */
  readonly title: string;
  /** Every line with its line feed; while the block is open, the last line may lack it. */
  readonly value: string;
}

/** A block of raw HTML, to be shown as text. */
export interface Html {
  readonly type: 'html';
  readonly value: string;
}

export type Alignment = 'left' | 'center' | 'right' | null;

export interface Table {
  readonly type: 'table';
  /** One entry for each column. */
  readonly align: readonly Alignment[];
  /** The header row comes first. */
  readonly children: readonly TableRow[];
}

export interface TableRow {
  readonly type: 'tableRow';
  readonly children: readonly TableCell[];
}

export interface TableCell {
  readonly type: 'tableCell';
  readonly align: Alignment;
  readonly children: readonly Inline[];
}

/** A formula in LaTeX that stands by itself. */
export interface MathBlock {
  readonly type: 'math';
  readonly value: string;
  /** Whether it is whole. Half a formula is no LaTeX. */
  readonly isClosed: boolean;
}

/** Variants of the same thing, of which a reader needs one: commands of several package managers, for instance. */
export interface TabGroup {
  readonly type: 'tabGroup';
  readonly children: readonly Tab[];
}

export interface Tab {
  readonly type: 'tab';
  readonly label: string;
  readonly children: readonly Block[];
}

/** What stands beside the text, such as a note; details that a reader may open; or a step or a card, which have no label. */
export interface Callout {
  readonly type: 'callout';
  readonly kind: CalloutKind;
  /** As plain text, or `''`: it is then called by its kind. */
  readonly title: string;
  readonly children: readonly Block[];
}

export type CalloutKind = 'note' | 'tip' | 'warning' | 'details' | 'summary' | 'step' | 'group';

/** A note that marks in the text lead to. */
export interface Footnote {
  readonly type: 'footnote';
  readonly label: string;
  readonly children: readonly Block[];
}

export interface ThematicBreak {
  readonly type: 'thematicBreak';
}

export type Inline =
  Text | Emphasis | Strong | Delete | Tagged | InlineCode | Link | Image | FootnoteMark | InlineMath | Break;

export interface Text {
  readonly type: 'text';
  readonly value: string;
}

export interface Emphasis {
  readonly type: 'emphasis';
  readonly children: readonly Inline[];
}

export interface Strong {
  readonly type: 'strong';
  readonly children: readonly Inline[];
}

export interface Delete {
  readonly type: 'delete';
  readonly children: readonly Inline[];
}

/** Text between tags of HTML that only change how it looks. */
export interface Tagged {
  readonly type: 'tagged';
  readonly name: TagName;
  readonly children: readonly Inline[];
}

export type TagName = 'sub' | 'sup' | 'kbd' | 'mark' | 'u' | 's' | 'small';

export interface InlineCode {
  readonly type: 'inlineCode';
  readonly value: string;
}

export interface Link {
  readonly type: 'link';
  /** As written, with character references and escapes resolved. Not checked: any scheme is possible. */
  readonly url: string;
  readonly title: string;
  readonly children: readonly Inline[];
}

export interface Image {
  readonly type: 'image';
  /** As written, with character references and escapes resolved. Not checked: any scheme is possible. */
  readonly url: string;
  readonly title: string;
  readonly alt: string;
}

/** The number of a footnote. */
export interface FootnoteMark {
  readonly type: 'footnoteMark';
  readonly label: string;
}

/** A formula in LaTeX within a text. */
export interface InlineMath {
  readonly type: 'inlineMath';
  readonly value: string;
  /** Whether it stands in a line of its own. */
  readonly isDisplayed: boolean;
}

export interface Break {
  readonly type: 'break';
}
